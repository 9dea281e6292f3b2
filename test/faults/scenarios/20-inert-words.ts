import { testFiles } from '../test-files.ts'

/** How a page renders a text does not depend on the database that stored it. */
export const scenario = testFiles(
  20,
  'XSS strings in every text field, read back on every page and e-mail',
  '0 alerts, 0 CSP reports',
  ['test/journeys/long/inert-words.test.ts', 'test/api/inert-words.test.ts'],
  undefined,
  ['embedded'],
)
