import { testFiles } from '../test-files.ts'

export const scenario = testFiles(
  21,
  'Access matrix: every secure path × {none, other artist, expired token, listener}',
  '401/403 and no change in all',
  ['test/api/access-matrix.test.ts'],
)
