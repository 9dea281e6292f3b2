import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { brotliCompressSync } from 'node:zlib'
import { mesh } from 'topojson-client'
import { areaOf, packed, readShapes, simplify, thinnedBy } from './map-lines.ts'
import type { OutlinePoint } from './map-lines.ts'

/**
 * Rebuilds the base map, `node scripts/bake-map.ts FOLDER`: coasts, lakes and rivers from Natural Earth 1:10m (public
 * domain), borders from Natural Earth 1:50m (world-atlas), towns from the table of the product. FOLDER is
 * `usr/share/magics/10m` of Debian's package `libmagics++-data` 4.13.0, unpacked outside the project (`apt-get
 * download`, `dpkg-deb -x`). To be run when one of them changes.
 */

type Topology = Parameters<typeof mesh>[0]
type GeometryObject = Exclude<Parameters<typeof mesh>[1], undefined>
type Atlas = Topology & { objects: { countries: GeometryObject } }

const FOLDER = new URL('../web/parts/map/baked/', import.meta.url)
/** Coordinates in a file are integers, this many to a degree: two hundred metres. */
const STEPS = 500
/** Tolerance of a line in degrees: around towns, elsewhere at home, and where there are no concerts yet. */
const AT_TOWNS = 0.003
const NEAR = 0.03
const FAR = 0.2
/** Rings smaller than this many square degrees are no more than a dot on any screen. */
const SMALLEST = { near: 0.004, far: 0.5 }
/** Russia and its neighbours. */
const HOME = { west: 18, south: 35, east: 180, north: 82 }
const ANTARCTICA = -60
/** The least population of each class of towns, the largest first; smaller towns have no name on the map. */
const CLASSES = [1_000_000, 400_000, 150_000, 50_000]
/** Around towns of this class and larger ones the lines are detailed. */
const SMALLEST_CLASS = 3
/** Ranks of Natural Earth, where 1 is the Lena: rivers up to the first are visible from afar, from the second on only near a town. */
const GREAT_RIVER = 5
const BROOK = 8

const isHome = ([longitude, latitude]: OutlinePoint) =>
  (longitude >= HOME.west || longitude < -168) && latitude >= HOME.south && latitude <= HOME.north

/** Cells of half a degree around the larger towns, where most concerts are. */
const cellOf = (longitude: number, latitude: number) =>
  `${Math.floor(longitude * 2)} ${Math.floor(latitude * 2)}`

function cellsAround(towns: readonly BakedTown[]): ReadonlySet<string> {
  const steps = [-0.5, 0, 0.5]
  const large = towns.filter(([, , , size]) => size <= SMALLEST_CLASS)
  return new Set(
    large.flatMap(([, latitude, longitude]) =>
      steps.flatMap((up) => steps.map((across) => cellOf(longitude + across, latitude + up))),
    ),
  )
}

/** The rivers of large towns, by their names in Natural Earth. */
const RIVERS: Readonly<Record<string, string>> = {
  Aldan: 'Алдан',
  Amur: 'Амур',
  'Heilong Jiang (Amur)': 'Амур',
  Angara: 'Ангара',
  Belaya: 'Белая',
  Chulym: 'Чулым',
  Chusovaya: 'Чусовая',
  Don: 'Дон',
  Ertis: 'Иртыш',
  Irtysh: 'Иртыш',
  Ishim: 'Ишим',
  Kama: 'Кама',
  Katun: 'Катунь',
  Kuban: 'Кубань',
  Lena: 'Лена',
  Msta: 'Мста',
  Neva: 'Нева',
  Ob: 'Обь',
  Oka: 'Ока',
  Onega: 'Онега',
  Pechora: 'Печора',
  Seym: 'Сейм',
  Sukhona: 'Сухона',
  Sura: 'Сура',
  'Svernaya Dvina': 'Северная Двина',
  Svir: 'Свирь',
  Tobol: 'Тобол',
  Tsna: 'Цна',
  Tura: 'Тура',
  Tvertsa: 'Тверца',
  Ural: 'Урал',
  Velikaya: 'Великая',
  Volga: 'Волга',
  Volkhov: 'Волхов',
  Vyatka: 'Вятка',
  Vychegda: 'Вычегда',
  Yenisey: 'Енисей',
}
/** By town: rivers that Natural Earth does not name, or names differently. */
const RIVERS_OF_TOWNS: Readonly<Record<string, string>> = {
  Москва: 'Москва-река',
  Красноярск: 'Енисей',
  Томск: 'Томь',
  Кемерово: 'Томь',
  Новокузнецк: 'Томь',
}
/** The distance of a river's name from the middle of a town, km, away from the town's own name. */
const NAMED_KM = { best: 4, most: 12 }
const DEGREE_KM = 111.2

/** The position of the name of each river that passes a larger town. */
function nameRivers(
  rivers: readonly { name: string; line: readonly OutlinePoint[] }[],
  towns: readonly BakedTown[],
) {
  return towns
    .filter(([, , , size]) => size <= SMALLEST_CLASS)
    .flatMap(([town, latitude, longitude]) => {
      const away = ([x, y]: OutlinePoint) =>
        DEGREE_KM * Math.hypot(y - latitude, (x - longitude) * Math.cos((latitude * Math.PI) / 180))
      const best = new Map<string, { at: OutlinePoint; off: number }>()
      for (const { name: known, line } of rivers)
        for (const at of densely(line)) {
          const name = RIVERS[known] ?? RIVERS_OF_TOWNS[town]
          if (name === undefined) continue
          const off = Math.abs(away(at) - NAMED_KM.best)
          if (off < Math.min(best.get(name)?.off ?? Infinity, NAMED_KM.most - NAMED_KM.best))
            best.set(name, { at, off })
        }
      return [...best].map(([name, { at }]) => [
        name,
        Number(at[1].toFixed(3)),
        Number(at[0].toFixed(3)),
      ])
    })
}

/** Twenty points on each stretch of the line. */
const densely = (line: readonly OutlinePoint[]): OutlinePoint[] =>
  line.slice(1).flatMap((to, at) =>
    Array.from({ length: 20 }, (_, part): OutlinePoint => {
      const [x, y] = line[at] ?? to
      return [x + ((to[0] - x) * part) / 20, y + ((to[1] - y) * part) / 20]
    }),
  )

function makeTolerance(towns: readonly BakedTown[]) {
  const cells = cellsAround(towns)
  return (point: OutlinePoint) =>
    cells.has(cellOf(...point)) ? AT_TOWNS : isHome(point) ? NEAR : FAR
}

type Tolerance = ReturnType<typeof makeTolerance>

function readAtlas(): Atlas {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')
  return JSON.parse(readFileSync(path, 'utf8')) as Atlas
}

/** Points west of this are beyond the date line: they are drawn on Russia's side. */
const ALASKA = -168.9

/** Continues a ring that crosses the date line beyond 180 instead of jumping to the other edge of the map. */
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

/** Land as rings, with a lake as a hole: a point inside an odd number of rings is land. */
function bakeLand(folder: string, toleranceAt: Tolerance) {
  const land = readShapes(join(folder, 'ne_10m_land'))
    .flatMap(({ lines }) => lines.map(inOnePiece))
    .filter((ring) => areaOf(ring) > (ring.some(isHome) ? SMALLEST.near : SMALLEST.far))
    .filter((ring) => ring.some(([, latitude]) => latitude >= ANTARCTICA))
    .map((ring) => packed(thinnedBy(ring, toleranceAt), STEPS))
    .filter((ring) => ring.length > 6)
  const atlas = readAtlas()
  const borders = mesh(atlas, atlas.objects.countries, (one, other) => one !== other)
  return {
    steps: STEPS,
    land,
    borders: (borders.coordinates as OutlinePoint[][])
      .map((line) => packed(simplify(line, line.some(isHome) ? NEAR : FAR), STEPS))
      .filter((line) => line.length > 4),
  }
}

/** Rivers at home: the great ones and the others, brooks only around towns; lakes are part of the land. */
function bakeWater(folder: string, toleranceAt: Tolerance, towns: readonly BakedTown[]) {
  const rivers = readShapes(join(folder, 'ne_10m_rivers_lake_centerlines')).filter(
    ({ fields }) => fields['featurecla'] === 'River',
  )
  const of = (isOf: (rank: number) => boolean) =>
    rivers
      .filter(({ fields }) => isOf(Number(fields['scalerank'])))
      .flatMap(({ fields, lines }) =>
        lines.filter((line) =>
          line.some((point) =>
            Number(fields['scalerank']) < BROOK ? isHome(point) : toleranceAt(point) === AT_TOWNS,
          ),
        ),
      )
      .map((line) => packed(thinnedBy(line, toleranceAt), STEPS))
      .filter((line) => line.length > 2)
  return {
    steps: STEPS,
    great: of((rank) => rank <= GREAT_RIVER),
    rivers: of((rank) => rank > GREAT_RIVER),
    names: nameRivers(
      rivers.flatMap(({ fields, lines }) =>
        lines.map((line) => ({ name: fields['name'] ?? '', line })),
      ),
      towns,
    ),
  }
}

type BakedTown = [name: string, latitude: number, longitude: number, size: number]
type Row = Record<'name' | 'region' | 'latitude' | 'longitude' | 'population', string>

/** Name, degrees north, degrees east, class. */
function bakeTowns(): BakedTown[] {
  const table = readFileSync(
    new URL('../server/modules/places/cities.csv', import.meta.url),
    'utf8',
  )
  const rows: Row[] = parse(table, { columns: true })
  const classOf = ({ population }: Row) => CLASSES.findIndex((least) => Number(population) >= least)
  const isAbroad = ({ region }: Row) => Number(!region.startsWith('RU.'))
  // In the order in which they get their names: those at home before others of their class.
  return rows
    .toSorted(
      (one, other) =>
        classOf(one) - classOf(other) ||
        isAbroad(one) - isAbroad(other) ||
        Number(other.population) - Number(one.population),
    )
    .map(({ name, latitude, longitude, population }): BakedTown => [
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

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('node scripts/bake-map.ts FOLDER, see its head')
mkdirSync(FOLDER, { recursive: true })
const towns = bakeTowns()
const toleranceAt = makeTolerance(towns)
write('towns.json', towns)
write('ground.json', bakeLand(folder, toleranceAt))
write('water.json', bakeWater(folder, toleranceAt, towns))
