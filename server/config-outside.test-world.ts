import { COMPANY_OF_ITUNES, GIVEN_ITUNES } from './config-catalogue.test-world.ts'
import { COMPANY_OF_GEOCODER, GIVEN_GEOCODER } from './config-geocoder.test-world.ts'
import { COMPANY_OF_REDIS, GIVEN_REDIS } from './config-redis.test-world.ts'
import { COMPANY_OF_TILES, GIVEN_TILES } from './config-tiles.test-world.ts'

/** Whoever is asked outside: for songs, addresses, the ground of the map, and for what other processes say. */
export const COMPANY_OF_OUTSIDE = {
  ...COMPANY_OF_ITUNES,
  ...COMPANY_OF_GEOCODER,
  ...COMPANY_OF_TILES,
  ...COMPANY_OF_REDIS,
}
export const GIVEN_OUTSIDE = { ...GIVEN_ITUNES, ...GIVEN_GEOCODER, ...GIVEN_TILES, ...GIVEN_REDIS }
