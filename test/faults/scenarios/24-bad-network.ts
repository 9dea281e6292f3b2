import { testFiles } from '../test-files.ts'

export const scenario = testFiles(
  24,
  'Bad network in Chromium: 400 ms RTT, 50 kbit/s; offline between tap and answer; back after 20 s',
  'exactly one order, the screen told the truth throughout',
  ['test/journeys/lost-network.test.ts'],
  undefined,
  ['embedded'],
)
