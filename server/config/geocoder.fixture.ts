import type { Config } from './config.ts'

const NOMINATIM = {
  kind: 'nominatim',
  url: 'https://nominatim.openstreetmap.org',
  shared: true,
  perDay: 9000,
} as const

const DADATA = {
  kind: 'dadata',
  url: 'https://suggestions.dadata.ru',
  token: 'swordfish',
  perDay: 9000,
} as const

/** Variables that mean something only beside others. */
export const COMPANY_OF_GEOCODER: Record<string, Record<string, string>> = {
  DADATA_TOKEN: { GEOCODER: 'dadata' },
  GEOCODER_URL: { GEOCODER: 'nominatim' },
  GEOCODER_PER_DAY: { GEOCODER: 'nominatim' },
}

/** A value for every variable of the geocoder, and what it makes of the configuration. */
export const GIVEN_GEOCODER: Record<string, [value: string, changes: Partial<Config>]> = {
  GEOCODER: ['nominatim', { geocoder: NOMINATIM }],
  DADATA_TOKEN: ['swordfish', { geocoder: DADATA }],
  GEOCODER_URL: [
    'http://nominatim:8080/',
    { geocoder: { ...NOMINATIM, url: 'http://nominatim:8080', shared: false } },
  ],
  GEOCODER_PER_DAY: ['500', { geocoder: { ...NOMINATIM, perDay: 500 } }],
}
