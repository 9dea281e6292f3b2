import { testFiles } from '../test-files.ts'

/** Other scenarios run these (20, 22, 25, 37). */
const ELSEWHERE = 'distant-concert|inert-words|looks|pad-looks|long-words|settings|other-browsers'

/** What `npm test` leaves out for lack of time: journeys, and the commands of an installation. */
export const scenario = testFiles(
  35,
  'Journeys and commands outside `npm test`',
  'none fails',
  [`test/journeys/long/!(${ELSEWHERE}).test.ts`, 'test/commands/*.test.ts'],
  undefined,
  ['postgres'],
)
