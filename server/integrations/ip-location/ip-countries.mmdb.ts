import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Reader } from 'mmdb-lib'
import type { CountryResponse } from 'mmdb-lib'

const TABLE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

/** This table writes the letters where others write a whole record. */
type Found = CountryResponse & { readonly country_code?: string }

export type IpCountries = {
  /** Two capital letters of ISO 3166-1; null where nobody knows. */
  countryOf(address: string): Promise<string | null>
}

/** The table of a package, which asks nobody; its 8 MB are read on the first question and kept. */
export function mmdbIpCountries(): IpCountries {
  let table: Promise<Reader<Found>> | undefined

  async function read(): Promise<Reader<Found>> {
    return new Reader<Found>(await readFile(fileURLToPath(import.meta.resolve(TABLE))))
  }

  return {
    async countryOf(address) {
      table ??= read()
      return (await table).get(address)?.country_code ?? null
    },
  }
}
