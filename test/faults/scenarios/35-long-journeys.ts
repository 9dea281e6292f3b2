import { testFiles } from '../test-files.ts'

/** Those that `npm test` leaves out for their time; 20 and 22 play the rest of the folder. */
export const scenario = testFiles(
  35,
  'Long journeys',
  'none fails',
  ['test/journeys/long/{admin-money,concert-place,evening-rules,hall-screen,one-list-pad}.test.ts'],
  undefined,
  ['embedded'],
)
