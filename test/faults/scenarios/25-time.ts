import { testFiles } from '../test-files.ts'

/** The journeys among them show the hours of another zone; the rest stands on a clock in the test's hands. */
export const scenario = testFiles(
  25,
  'Time: concert at Vladivostok seen from Kaliningrad; midnight; 31 Dec → week-number promo; fake clock for the 60 s timers',
  'texts as designed',
  ['{domain,server,web}/**/*.test.{ts,tsx}', 'test/api/{clock,concerts,finding,calendar}.test.ts'],
  'Vladivostok|Kaliningrad|midnight|New Year|December|week|zone|clock|time|hour|minute|Владивосток|Калининград|полноч|Новый год|Новый',
)
