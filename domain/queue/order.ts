import { checkLine, checkTogether } from '../fields.ts'
import type { Kopecks } from '../money.ts'
import { MAX_TIP_RUBLES, MIN_TIP_RUBLES, rublesToKopecks } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { spaced } from '../russian.ts'

/** The maximum length of a title or a performer, in code points. */
export const SONG_LINE_MAX = 120

/** Returns the song that a listener suggests, normalized; the performer may stay empty. Refuses VALIDATION at `title` and `artistName`. */
export function checkSuggestion(
  title: string,
  artistName: string,
): { title: string; artistName: string } {
  return checkTogether({
    title: () =>
      checkLine(title, {
        field: 'title',
        max: SONG_LINE_MAX,
        blank: 'Введите название песни',
        tooLong: `Название песни — не длиннее ${SONG_LINE_MAX} символов`,
      }),
    artistName: () =>
      checkLine(artistName, {
        field: 'artistName',
        max: SONG_LINE_MAX,
        blank: null,
        tooLong: `Имя исполнителя — не длиннее ${SONG_LINE_MAX} символов`,
      }),
  })
}

/** Takes the kopecks of a tip. Refuses AMOUNT_TOO_SMALL and AMOUNT_TOO_LARGE at `amount`. */
export function admitTip(amount: Kopecks): void {
  if (amount < rublesToKopecks(MIN_TIP_RUBLES)) {
    throw new Refusal('AMOUNT_TOO_SMALL', `Минимум ${MIN_TIP_RUBLES} ₽`, 'amount')
  }
  if (amount > rublesToKopecks(MAX_TIP_RUBLES)) {
    throw new Refusal('AMOUNT_TOO_LARGE', `Максимум ${spaced(MAX_TIP_RUBLES)} ₽`, 'amount')
  }
}

/** A payment whose money is secured: its order may stand in the queue now. */
export type SecuredOrder = {
  readonly paymentId: string
  readonly concertId: string
  readonly songId: string
  readonly deviceId: string
  readonly amount: Kopecks
  /** For a share: the kopecks that its song needs, 0 where the song waited when the share was begun; null for an order. */
  readonly shareGoal: number | null
  /** The battle in which it is a vote. */
  readonly battleId: string | null
}

/**
 * Unpaid orders of a concert: for some songs, the shares of some that waited with their votes in battles that are over,
 * of one device, all but the shares of some songs, or the votes of a battle for all songs but one.
 */
export type UnpaidOrders =
  | { readonly songIds: readonly string[] }
  | { readonly sharesOf: readonly string[] }
  | { readonly deviceId: string }
  | { readonly exceptSharesOf: readonly string[] }
  | { readonly battleId: string; readonly exceptSong: string | null }
