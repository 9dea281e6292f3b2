import { readFileSync } from 'node:fs'

export type City = {
  name: string
  /** The part of Russia, or the country if it is another one; together with the name it identifies one town of the table. */
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

/** These tables have no quoted cells, so splitting the lines is enough to read them. */
function rowsOf<Row extends Record<string, string>>(file: string): Row[] {
  const [head = '', ...lines] = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const names = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])) as Row
  })
}

/** Reads the towns that ship with the project: those of Russia first, the most populous before the others. */
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
