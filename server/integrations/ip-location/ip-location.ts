import { readFile } from 'node:fs/promises'
import { isIPv4, isIPv6 } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Reader } from 'mmdb-lib'
import type { CountryResponse } from 'mmdb-lib'
import type { IpTown, IpTownTable } from './ip-towns.ts'
import { openIpTowns } from './ip-towns.ts'

type IpPlace = {
  /** Two capital letters of ISO 3166-1. */
  country: string
  /** Where the table has it; often wrong, since a mobile operator lets a whole country out through one city. */
  town?: IpTown
}

/** Where in the world a network address is used. */
export type IpLocation = {
  /** Of a public IPv4 or IPv6 address; null where it is not in the table. It never fails. */
  locationOf(address: string): Promise<IpPlace | null>
}

const TABLE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

/** This table writes the letters where others write a whole record. */
type Found = CountryResponse & { readonly country_code?: string }

type IpCountries = {
  /** Two capital letters of ISO 3166-1; null where it is unknown. */
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

type TablesDeps = {
  log: { error(fields: object, sentence: string): void }
  /** Where the table of Russian towns lies. */
  townsFile?: URL
}

const COUNTRY = 'RU'
const GROUPS = 8

/** The first 48 bits of an IPv6 address, as a whole number. */
function blockOfV6(address: string): number {
  const [head = '', tail] = address.split('::')
  const groups = (part: string) => part.split(':').filter((group) => group !== '')
  const first = groups(head)
  const last = tail === undefined ? [] : groups(tail)
  // An IPv4 address at the end stands for two groups; which two never matters for the first three.
  const written = first.length + last.length + (address.includes('.') ? 1 : 0)
  const gap = tail === undefined ? 0 : GROUPS - written
  const all = [...first, ...Array.from({ length: gap }, () => '0'), ...last]
  return all.slice(0, 3).reduce((block, group) => block * 65_536 + parseInt(group, 16), 0)
}

function townIn(table: IpTownTable, address: string): IpTown | null {
  if (isIPv4(address)) {
    const [a = 0, b = 0, c = 0] = address.split('.').map(Number)
    return table.inV4((a * 256 + b) * 256 + c)
  }
  return isIPv6(address) ? table.inV6(blockOfV6(address)) : null
}

/**
 * Two tables that ship with the product and ask nobody: Russian towns, then countries. Each is read on
 * its first question and kept; one that cannot be read is told of once, and goes on as an empty one.
 */
export function tablesIpLocation({ log, townsFile }: TablesDeps): IpLocation {
  const file = townsFile ?? new URL('./ip-towns.bin', import.meta.url)
  const countries = mmdbIpCountries()
  let towns: Promise<IpTownTable | null> | undefined
  let warned = false

  async function readTowns(): Promise<IpTownTable | null> {
    try {
      return openIpTowns(await readFile(file))
    } catch (error) {
      log.error({ err: error }, 'the table of towns by network address cannot be read')
      return null
    }
  }

  async function countryOf(address: string): Promise<string | null> {
    try {
      return await countries.countryOf(address)
    } catch (error) {
      if (!warned)
        log.error({ err: error }, 'the table of countries by network address cannot be read')
      warned = true
      return null
    }
  }

  return {
    async locationOf(address) {
      towns ??= readTowns()
      const table = await towns
      const town = table === null ? null : townIn(table, address)
      if (town !== null) return { country: COUNTRY, town }
      const country = await countryOf(address)
      return country === null ? null : { country }
    },
  }
}
