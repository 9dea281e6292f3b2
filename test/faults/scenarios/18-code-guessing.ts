import { testFiles } from '../test-files.ts'

export const scenario = testFiles(
  18,
  'Code guessing: 1,000 guesses on a 6-digit code',
  '≤ 5 judged, then refused; old code dead after a new one; dead after 10 min (fake clock)',
  ['test/api/{enumeration,recovery,signup}.test.ts'],
  [
    'of a thousand guesses five are judged, and then the right code is dead too',
    'guesses from many places are not judged, and keep the owner out neither of his code nor of his link',
    'a code is judged five times, however many guesses come, and then even the right one is dead',
    'a code lives for ten minutes',
    'a new code kills the one before it',
    'a code opens once',
  ],
)
