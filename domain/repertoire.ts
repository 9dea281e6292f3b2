import { Refusal } from './refusal.ts'

/** How many songs an artist may say that he plays. */
const REPERTOIRE_MAX = 2000

/** Takes how many songs are in it already. Refuses ILLEGAL_STEP for one more than the limit. */
export function admitToRepertoire(songs: number): void {
  if (songs < REPERTOIRE_MAX) return
  throw new Refusal(
    'ILLEGAL_STEP',
    'В репертуаре уже 2 000 песен, это предел. Уберите одну, чтобы добавить новую.',
  )
}
