/** Degrees; with it a map may begin in a country of which nothing but its letters is known. */
export type Middle = { latitude: number; longitude: number }

/** The largest towns of countries in which Russian songs are played; written down by hand to a tenth of a degree. */
const LARGEST: Readonly<Record<string, Middle>> = {
  AE: { latitude: 25.2, longitude: 55.3 },
  AM: { latitude: 40.2, longitude: 44.5 },
  AZ: { latitude: 40.4, longitude: 49.9 },
  BY: { latitude: 53.9, longitude: 27.6 },
  CY: { latitude: 34.7, longitude: 33 },
  EE: { latitude: 59.4, longitude: 24.8 },
  FI: { latitude: 60.2, longitude: 24.9 },
  GE: { latitude: 41.7, longitude: 44.8 },
  IL: { latitude: 32.1, longitude: 34.8 },
  KG: { latitude: 42.9, longitude: 74.6 },
  KZ: { latitude: 43.2, longitude: 76.9 },
  LT: { latitude: 54.7, longitude: 25.3 },
  LV: { latitude: 56.9, longitude: 24.1 },
  MD: { latitude: 47, longitude: 28.9 },
  ME: { latitude: 42.4, longitude: 19.3 },
  MN: { latitude: 47.9, longitude: 106.9 },
  RS: { latitude: 44.8, longitude: 20.5 },
  TJ: { latitude: 38.6, longitude: 68.8 },
  TM: { latitude: 37.9, longitude: 58.4 },
  TR: { latitude: 41, longitude: 29 },
  UA: { latitude: 50.5, longitude: 30.5 },
  UZ: { latitude: 41.3, longitude: 69.2 },
}

/** Where people of a country (two capital letters) mostly live; null where that would be a guess. */
export function middleOf(country: string): Middle | null {
  return LARGEST[country] ?? null
}
