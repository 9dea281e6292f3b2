import type { CountryResponse } from 'mmdb-lib'
import { Reader } from 'mmdb-lib'
import { readFile } from 'node:fs/promises'
import { isIPv4, isIPv6 } from 'node:net'
import { fileURLToPath } from 'node:url'

type IpPlace = {
  /** Two capital letters of ISO 3166-1. */
  country: string
  /** Where the table has it; often wrong, since a mobile operator routes a whole country through one city. */
  town?: IpTown
}

/** Where in the world a network address is used. */
export type IpLocation = {
  /** Of a public IPv4 or IPv6 address; null where it is not in the table. It never fails. */
  locationOf(address: string): Promise<IpPlace | null>
}

const TABLE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

/** This table stores the letters where others store a whole record. */
type Found = CountryResponse & { readonly country_code?: string }

type IpCountries = {
  /** Two capital letters of ISO 3166-1; null where it is unknown. */
  countryOf(address: string): Promise<string | null>
}

/** The table of a package, without network requests; its 8 MB are read on first use and cached. */
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
  /** The file of the table of Russian towns. */
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
 * Two tables that ship with the product and need no network requests: Russian towns, then countries. Each is read on
 * first use and cached; an unreadable one is logged once and counts as empty.
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

/** A town on whose centre a map may open; degrees, rounded to a hundredth. */
type IpTown = { name: string; latitude: number; longitude: number }

/** Blocks of addresses (a /24 of IPv4, a /48 of IPv6) in one town, given by its index in the list. */
export type IpRange = { start: number; length: number; town: number }

type IpTowns = { towns: readonly IpTown[]; v4: readonly IpRange[]; v6: readonly IpRange[] }

/** Finds the town of a block, or null. */
type IpTownTable = { inV4(block: number): IpTown | null; inV6(block: number): IpTown | null }

const MAGIC = 'bis ip towns 1'

/** The bytes of a table: a line of JSON, then how far each range lies from the one before it. */
export function packIpTowns({ towns, v4, v6 }: IpTowns): Buffer {
  const head = JSON.stringify({
    magic: MAGIC,
    towns: towns.map(({ name, latitude, longitude }) => [name, latitude, longitude]),
    v4: v4.length,
    v6: v6.length,
  })
  const numbers: number[] = []
  for (const ranges of [v4, v6]) {
    let end = 0
    for (const { start, length, town } of ranges) {
      numbers.push(start - end, length - 1, town)
      end = start + length
    }
  }
  return Buffer.concat([Buffer.from(`${head}\n`), Buffer.from(numbers.flatMap(sevens))])
}

/** Seven bits to a byte, the lowest first; the eighth says that more follow. */
function sevens(number: number): number[] {
  const bytes: number[] = []
  let rest = number
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return [...bytes, rest]
}

type Head = { magic: string; towns: [string, number, number][]; v4: number; v6: number }

/** Reads what packIpTowns wrote. @throws for any other bytes. */
export function openIpTowns(bytes: Buffer): IpTownTable {
  const end = bytes.indexOf('\n')
  const head = JSON.parse(bytes.toString('utf8', 0, end)) as Head
  if (head.magic !== MAGIC) throw new Error('no table of towns')
  const towns = head.towns.map(([name, latitude, longitude]) => ({ name, latitude, longitude }))
  let at = end + 1

  function number(): number {
    let [value, weight] = [0, 1]
    for (; ; weight *= 128) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('the table of towns is cut short')
      value += (byte % 128) * weight
      if (byte < 128) return value
    }
  }

  /** Starts and ends next to each other; a double holds 48 bits exactly. */
  function ranges(count: number) {
    const edges = new Float64Array(count * 2)
    const places = new Uint16Array(count)
    let last = 0
    for (let index = 0; index < count; index++) {
      const start = last + number()
      last = start + number() + 1
      edges.set([start, last], index * 2)
      places[index] = number()
    }
    return (block: number): IpTown | null => {
      let [low, high] = [0, count]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((edges[middle * 2 + 1] ?? 0) <= block) low = middle + 1
        else high = middle
      }
      const inside = low < count && (edges[low * 2] ?? Infinity) <= block
      return inside ? (towns[places[low] ?? -1] ?? null) : null
    }
  }

  return { inV4: ranges(head.v4), inV6: ranges(head.v6) }
}
