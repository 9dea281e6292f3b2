import { COMPANY_OF_ITUNES, GIVEN_ITUNES } from './config-catalogue.test-world.ts'
import { COMPANY_OF_GEOCODER, GIVEN_GEOCODER } from './config-geocoder.test-world.ts'
import { COMPANY_OF_TILES, GIVEN_TILES } from './config-tiles.test-world.ts'

/** Whoever is asked outside for songs, addresses and the ground of the map. */
export const COMPANY_OF_OUTSIDE = {
  ...COMPANY_OF_ITUNES,
  ...COMPANY_OF_GEOCODER,
  ...COMPANY_OF_TILES,
}
export const GIVEN_OUTSIDE = { ...GIVEN_ITUNES, ...GIVEN_GEOCODER, ...GIVEN_TILES }
