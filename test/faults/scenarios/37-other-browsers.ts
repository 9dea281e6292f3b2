import { testFiles } from '../test-files.ts'

/** The engines of an iPhone and of Firefox; screenshots of each journey's end go to test-results. */
export const scenario = testFiles(
  37,
  'WebKit and Firefox',
  'none fails',
  ['test/journeys/long/other-browsers.test.ts'],
  undefined,
  ['embedded'],
)
