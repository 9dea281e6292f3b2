import { testFiles } from '../test-files.ts'

export const scenario = testFiles(
  18,
  'Code guessing: 1,000 guesses on a 6-digit code',
  '≤ 5 judged, then refused; old code dead after a new one; dead after 10 min (fake clock)',
  ['test/api/{enumeration,recovery,signup}.test.ts'],
  'thousand guesses|judged five times|lives for ten minutes|kills the one before|opens once|many places',
)
