import { COMPANY_OF_ITUNES, GIVEN_ITUNES } from './catalogue.fixture.ts'
import { COMPANY_OF_GEOCODER, GIVEN_GEOCODER } from './geocoder.fixture.ts'
import { COMPANY_OF_REDIS, GIVEN_REDIS } from './redis.fixture.ts'
import { COMPANY_OF_TILES, GIVEN_TILES } from './tiles.fixture.ts'

/** Whoever is asked outside: for songs, addresses, the ground of the map, and for what other processes say. */
export const COMPANY_OF_OUTSIDE = {
  ...COMPANY_OF_ITUNES,
  ...COMPANY_OF_GEOCODER,
  ...COMPANY_OF_TILES,
  ...COMPANY_OF_REDIS,
}
export const GIVEN_OUTSIDE = { ...GIVEN_ITUNES, ...GIVEN_GEOCODER, ...GIVEN_TILES, ...GIVEN_REDIS }
