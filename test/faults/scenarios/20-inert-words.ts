import { testFiles } from '../test-files.ts'

/** What a page makes of words does not ask which database kept them. */
export const scenario = testFiles(
  20,
  'XSS strings in every text field, read back on every page and e-mail',
  '0 alerts, 0 CSP reports',
  ['test/journeys/long/inert-words.test.ts', 'test/api/inert-words.test.ts'],
  undefined,
  ['embedded'],
)
