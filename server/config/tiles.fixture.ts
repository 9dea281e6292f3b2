import type { Config } from './config.ts'

const KEYS = {
  TILES_URL: 'https://{s}.tiles.example/{z}/{x}/{y}{r}.png?key=swordfish',
  TILES_CREDIT: '© Карта https://tiles.example/terms',
}

const TILES = {
  template: KEYS.TILES_URL,
  credit: '© Карта',
  creditUrl: 'https://tiles.example/terms',
  maxZoom: 17,
} as const

/** Variables that mean something only beside others. */
export const COMPANY_OF_TILES: Record<string, Record<string, string>> = {
  TILES_URL: KEYS,
  TILES_CREDIT: KEYS,
  TILES_MAX_ZOOM: KEYS,
}

const tiles = (changes: object): Partial<Config> => ({ tiles: { ...TILES, ...changes } })

/** A value for every variable of the tiles, and what it makes of the configuration. */
export const GIVEN_TILES: Record<string, [value: string, changes: Partial<Config>]> = {
  TILES_URL: [
    'http://tiles:8080/{z}/{x}/{y}.png',
    tiles({ template: 'http://tiles:8080/{z}/{x}/{y}.png' }),
  ],
  TILES_CREDIT: [
    '© OpenStreetMap https://www.openstreetmap.org/copyright',
    tiles({
      credit: '© OpenStreetMap',
      creditUrl: 'https://www.openstreetmap.org/copyright',
    }),
  ],
  TILES_MAX_ZOOM: ['19', tiles({ maxZoom: 19 })],
}
