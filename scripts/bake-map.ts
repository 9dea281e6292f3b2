import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { merge, mesh } from 'topojson-client'

/**
 * Draws the ground of the map anew, `node scripts/bake-map.ts`: coasts and borders from Natural Earth
 * (world-atlas, 1:50m), towns from the table of the product. It runs when one of them changes.
 */

type Point = [longitude: number, latitude: number]
type Topology = Parameters<typeof merge>[0]
type Shapes = Parameters<typeof merge>[1]
type GeometryObject = Exclude<Parameters<typeof mesh>[1], undefined>
type Countries = Extract<Topology['objects'][string], { type: 'GeometryCollection' }>
type Atlas = Topology & { objects: { countries: Countries } }

const FOLDER = new URL('../web/public/map/', import.meta.url)
/** Whole numbers in a file, so many to a degree: a hundredth of a degree is about a kilometre. */
const STEPS = 100
/** Degrees that a line may lie beside the true one: at home, and where nobody plays yet. */
const NEAR = 0.012
const FAR = 0.12
/** Rings smaller than this many square degrees are no more than a dot on any screen. */
const SMALLEST = { near: 0.002, far: 0.15 }
/** Russia and its neighbours. */
const HOME = { west: 18, south: 35, east: 180, north: 82 }
const ANTARCTICA = -60
/** People of a town of each class, the largest first. */
const CLASSES = [1_000_000, 400_000, 150_000, 0]

const isHome = ([longitude, latitude]: Point) =>
  (longitude >= HOME.west || longitude < -168) && latitude >= HOME.south && latitude <= HOME.north

function readAtlas(): Atlas {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')
  return JSON.parse(readFileSync(path, 'utf8')) as Atlas
}

function distance(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / length
  const at = Math.max(0, Math.min(1, along))
  return Math.hypot(point[0] - from[0] - at * dx, point[1] - from[1] - at * dy)
}

/** Leaves out the points without which the line stays where it was (Douglas and Peucker). */
function simplify(line: readonly Point[], tolerance: number): Point[] {
  const [first, last] = [line[0], line.at(-1)]
  if (first === undefined || last === undefined || line.length < 3) return [...line]
  let farthest = 0
  let split = 0
  for (const [at, point] of line.entries()) {
    const far = distance(point, first, last)
    if (far > farthest) [farthest, split] = [far, at]
  }
  if (farthest <= tolerance) return [first, last]
  return [
    ...simplify(line.slice(0, split + 1), tolerance),
    ...simplify(line.slice(split), tolerance).slice(1),
  ]
}

/** The same atlas with fewer points: each line that two countries share is thinned once. */
function thinned(atlas: Atlas): Atlas {
  const { transform, ...rest } = atlas
  if (transform === undefined) throw new Error('the atlas is not quantised')
  const arcs = atlas.arcs.map((arc) => {
    let [x, y] = [0, 0]
    const line = arc.map((step): Point => {
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

function areaOf(ring: readonly Point[]): number {
  let twice = 0
  for (const [at, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y]
    twice += x * nextY - nextX * y
  }
  return Math.abs(twice / 2)
}

/** The first point in whole steps, then how far each next one lies from the one before it. */
function packed(line: readonly Point[]): number[] {
  const numbers: number[] = []
  let [x, y] = [0, 0]
  for (const [longitude, latitude] of line) {
    const [nextX, nextY] = [Math.round(longitude * STEPS), Math.round(latitude * STEPS)]
    if (numbers.length > 0 && nextX === x && nextY === y) continue
    numbers.push(nextX - x, nextY - y)
    ;[x, y] = [nextX, nextY]
  }
  return numbers
}

/** West of this the date line is crossed: what lies there is drawn on the side where Russia is. */
const ALASKA = -168.9

/** A ring that runs over the date line goes on beyond 180 instead of jumping to the other edge of the map. */
function inOnePiece(ring: readonly Point[]): Point[] {
  let turns = 0
  let before = ring[0]?.[0] ?? 0
  const whole = ring.map(([longitude, latitude]): Point => {
    if (longitude - before > 180) turns -= 360
    else if (before - longitude > 180) turns += 360
    before = longitude
    return [longitude + turns, latitude]
  })
  const longitudes = whole.map(([longitude]) => longitude)
  const middle = (Math.min(...longitudes) + Math.max(...longitudes)) / 2
  const shift = middle < ALASKA ? 360 : middle > 360 + ALASKA ? -360 : 0
  return whole.map(([longitude, latitude]): Point => [longitude + shift, latitude])
}

function bakeGround(atlas: Atlas) {
  const { geometries } = atlas.objects.countries
  const shapes = geometries.filter((one) => one.type === 'Polygon' || one.type === 'MultiPolygon')
  const land = merge(atlas, shapes as Shapes)
  const rings = (land.coordinates as Point[][][])
    .flatMap((polygon) => {
      const worth = (ring: Point[]) =>
        areaOf(ring) > (ring.some(isHome) ? SMALLEST.near : SMALLEST.far)
      const [outer, ...holes] = polygon.map(inOnePiece)
      if (outer === undefined || !worth(outer)) return []
      if (outer.every(([, latitude]) => latitude < ANTARCTICA)) return []
      return [[outer, ...holes.filter(worth)]]
    })
    .map((polygon) => polygon.map(packed))
  const borders = mesh(
    atlas,
    atlas.objects.countries as GeometryObject,
    (one, other) => one !== other,
  )
  return {
    steps: STEPS,
    land: rings,
    borders: (borders.coordinates as Point[][]).map(packed).filter((line) => line.length > 4),
  }
}

type Row = { name: string; latitude: string; longitude: string; population: string }

/** Name, degrees north, degrees east, class; the largest first, as they stand in the table. */
function bakeTowns() {
  const table = readFileSync(new URL('../server/areas/places/cities.csv', import.meta.url), 'utf8')
  const rows: Row[] = parse(table, { columns: true })
  return rows.map(({ name, latitude, longitude, population }) => [
    name,
    Number(Number(latitude).toFixed(3)),
    Number(Number(longitude).toFixed(3)),
    CLASSES.findIndex((least) => Number(population) >= least) + 1,
  ])
}

function write(name: string, content: unknown): void {
  const text = JSON.stringify(content)
  writeFileSync(new URL(name, FOLDER), `${text}\n`)
  console.log(`${fileURLToPath(new URL(name, FOLDER))}: ${Math.round(text.length / 1024)} KB`)
}

mkdirSync(FOLDER, { recursive: true })
write('ground.json', bakeGround(thinned(readAtlas())))
write('towns.json', bakeTowns())
