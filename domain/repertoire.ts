import { Refusal } from './refusal.ts'
import { counted } from './russian.ts'

/** How many songs an artist may say that he plays. */
export const REPERTOIRE_MAX = 5000

/** Takes how many songs are in it already, and how many come. Refuses ILLEGAL_STEP where they do not all find a place. */
export function admitToRepertoire(songs: number, coming = 1): void {
  const places = Math.max(0, REPERTOIRE_MAX - songs)
  if (coming <= places) return
  throw new Refusal(
    'ILLEGAL_STEP',
    places === 0
      ? 'В репертуаре уже 5 000 песен, это предел. Уберите одну, чтобы добавить новую.'
      : `В репертуаре может быть 5 000 песен. Поместится ещё ${counted(places, 'песня', 'песни', 'песен')}, а вы добавляете ${coming}.`,
  )
}
