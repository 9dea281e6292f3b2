import { HOUR_MS } from '../time.ts'

/** How long the letter to the former address undoes a change of the e-mail, and nothing is paid out. */
export const EMAIL_UNDO_MS = 72 * HOUR_MS
