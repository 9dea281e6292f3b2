import { testFiles } from '../test-files.ts'

export const scenario = testFiles(
  27,
  'Two processes on one PGlite directory',
  'the second refuses with a message',
  ['test/faults/start.test.ts'],
  'two processes on one embedded directory',
  ['embedded'],
)
