import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'

export type City = {
  name: string
  region: string
  /** Degrees. */
  latitude: number
  longitude: number
  /** IANA name. */
  timeZone: string
  population: number
}

const FILE = new URL('./cities.csv', import.meta.url)

/** The towns that ship with the project, the most populous first. */
export function readCities(): City[] {
  const rows: Record<keyof City, string>[] = parse(readFileSync(FILE), { columns: true, bom: true })
  return rows
    .map(({ name, region, latitude, longitude, timeZone, population }) => ({
      name,
      region,
      latitude: Number(latitude),
      longitude: Number(longitude),
      timeZone,
      population: Number(population),
    }))
    .toSorted((a, b) => b.population - a.population)
}
