import type { Scenario } from '../scenario.ts'
import { runTestFiles } from '../test-files.ts'

/** The journeys read pages of either database alike; PostgreSQL is the one that several processes share. */
export const scenario: Scenario = {
  number: 22,
  title: 'axe on every route × {360×740, 1280×800} × {day, stage}',
  pass: '0 serious/critical; plus keyboard-only order, reorder, crop; 200 % text; 320 px no side scroll',
  engines: ['embedded'],
  inTests: [],
  minutes: 20,
  run: () =>
    runTestFiles(
      [
        'test/journeys/{long/looks,long/pad-looks,keyboard,long/long-words,long/settings,queue-editing}.test.ts',
      ],
      {
        env: { LOOKS_WHOLE: '1' },
      },
    ),
}
