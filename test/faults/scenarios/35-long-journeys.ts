import { testFiles } from '../test-files.ts'

/** Journeys that `npm test` leaves out because they are long; 20, 22 and 37 run other files of the folder. */
export const scenario = testFiles(
  35,
  'Long journeys',
  'none fails',
  [
    'test/journeys/long/{admin-money,concert-place,evening-rules,hall-screen,one-list-pad,pad-taps}.test.ts',
  ],
  undefined,
  ['embedded'],
)
