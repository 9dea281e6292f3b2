import { testFiles } from '../test-files.ts'

/** The rules and calls run on the test's fake clock; the browser has its reader's time zone. */
export const scenario = testFiles(
  25,
  'Time: concert at Vladivostok seen from Kaliningrad; midnight; 31 Dec → week-number promo; fake clock for the 60 s timers',
  'texts as designed',
  [
    'domain/russian.test.ts',
    'domain/concerts/{promo-week,concert,preview-card,calendar-feeds}.test.ts',
    'domain/queue/evening-waits.test.ts',
    'web/features/announcement/create/concert-form.test.ts',
    'web/features/report/report-texts.test.ts',
    'test/api/{both-engines/clock,concerts,calendar,embed,session-report}.test.ts',
    'test/journeys/long/distant-concert.test.ts',
  ],
)
