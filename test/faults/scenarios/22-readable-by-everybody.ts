import { testFiles } from '../test-files.ts'

/** The journeys read pages of either database alike; PostgreSQL is the one that several processes share. */
export const scenario = testFiles(
  22,
  'axe on every route × {360×740, 1280×800} × {day, stage}',
  '0 serious/critical; plus keyboard-only order, reorder, crop; 200 % text; 320 px no side scroll',
  ['test/journeys/{looks,keyboard,long-words}.test.ts'],
  undefined,
  ['embedded'],
)
