import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'

export type City = {
  name: string
  /** The part of Russia, or the country where that is another one; with the name it is one town of the table. */
  region: string
  country: string
  /** Degrees. */
  latitude: number
  longitude: number
  /** IANA name. */
  timeZone: string
  population: number
}

type CityRow = Record<
  'name' | 'region' | 'latitude' | 'longitude' | 'timeZone' | 'population',
  string
>
type RegionRow = Record<'code' | 'name' | 'country', string>

function rowsOf<Row>(file: string): Row[] {
  return parse(readFileSync(new URL(file, import.meta.url)), { columns: true, bom: true })
}

/** The towns that ship with the project: those of Russia first, the most populous before the others. */
export function readCities(): City[] {
  const regions = new Map(rowsOf<RegionRow>('./regions.csv').map((region) => [region.code, region]))
  return rowsOf<CityRow>('./cities.csv').map((row) => {
    const region = regions.get(row.region)
    if (region === undefined) throw new Error(`${row.name} lies in an unknown region ${row.region}`)
    return {
      name: row.name,
      region: region.name,
      country: region.country,
      latitude: Number(row.latitude),
      longitude: Number(row.longitude),
      timeZone: row.timeZone,
      population: Number(row.population),
    }
  })
}
