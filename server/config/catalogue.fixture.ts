import type { Config } from './config.ts'

const ON = { ITUNES_SEARCH: 'on' }

/** Variables that mean something only beside others. */
export const COMPANY_OF_ITUNES: Record<string, Record<string, string>> = {
  ITUNES_URL: ON,
  ITUNES_PER_MINUTE: ON,
}

function itunes(changes: object): Partial<Config> {
  return { itunes: { url: 'https://itunes.apple.com', perMinute: 15, ...changes } }
}

/** A value for every variable of the outside catalogue, and what it makes of the configuration. */
export const GIVEN_ITUNES: Record<string, [value: string, changes: Partial<Config>]> = {
  ITUNES_SEARCH: ['on', itunes({})],
  ITUNES_URL: ['https://shop.example/', itunes({ url: 'https://shop.example' })],
  ITUNES_PER_MINUTE: ['5', itunes({ perMinute: 5 })],
}
