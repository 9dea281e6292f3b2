import { Refusal } from '../refusal.ts'

/** «Не играть»: how many songs an artist may close for one evening. */
export const BARRED_SONGS_MOST = 200

/** The note beside a song that is not played this evening, in the lists that listeners choose from. */
export const BARRED_WORDS = 'сегодня не играем'

/** Refuses ILLEGAL_STEP where more songs would be closed. */
export function admitBarred(count: number): void {
  if (count > BARRED_SONGS_MOST)
    throw new Refusal('ILLEGAL_STEP', `Больше ${BARRED_SONGS_MOST} песен на вечер не закрыть`)
}

/** Refuses SONG_NOT_ACCEPTED for an order of a song that is not played this evening, for support of one and for a vote by money. */
export function admitUnbarred(barred: ReadonlySet<string>, songId: string): void {
  if (!barred.has(songId)) return
  throw new Refusal('SONG_NOT_ACCEPTED', 'Эту песню сегодня не играем. Выберите другую.')
}
