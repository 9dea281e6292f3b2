import { admitGuest } from '../concerts/code-word.ts'
import type { ConcertStatus } from '../concerts/concert.ts'
import { Refusal } from '../refusal.ts'
import { counted } from '../russian.ts'
import type { EveningRules } from './evening-rules.ts'

/** Orders are open in a coming concert and in a running one, paused or not; in a closed evening only with its pass. Refuses SESSION_NOT_OPEN otherwise. */
export function admitOrder(
  concert: {
    readonly status: ConcertStatus
    readonly ableGetSongs: boolean
    readonly pass?: string | null
  },
  { pass = null }: { readonly pass?: string | null | undefined } = concert,
): void {
  admitGuest(concert.pass ?? null, pass ?? undefined)
  if (concert.status === 'PLAYED') {
    throw new Refusal('SESSION_NOT_OPEN', 'Концерт завершён, песни больше не принимаются')
  }
  if (!concert.ableGetSongs) {
    throw new Refusal('SESSION_NOT_OPEN', 'На этом концерте песни не заказывают')
  }
}

/** Refuses SESSION_NOT_OPEN once the artist accepts no more orders. */
export function admitReception({ lastCall }: Pick<EveningRules, 'lastCall'>): void {
  if (lastCall === 'closed') throw new Refusal('SESSION_NOT_OPEN', 'Приём заказов закрыт')
}

/** The refusal text for one free order more than `most`. */
export function freeLimitText(most: number): string {
  const songs = counted(most, 'песню', 'песни', 'песен')
  return `Вы уже добавили ${songs}. Дождитесь ${most === 1 ? 'её' : 'их'} исполнения, чтобы добавить новые.`
}

/** Takes the number of the device's free orders that wait in the concert already. Refuses FREE_LIMIT for one more than `most`. */
export function admitFreeOrder(waitingFreeOrdersOfDevice: number, most: number): void {
  if (waitingFreeOrdersOfDevice >= most) throw new Refusal('FREE_LIMIT', freeLimitText(most))
}

/** The orders of one person in one concert; `evening` counts all but those taken off, given back and skipped. */
export type OrdersOfPerson = {
  readonly free: number
  readonly paid: number
  readonly evening: number
}

/** Refuses FREE_LIMIT and SONG_NOT_ACCEPTED for one order more than a person may have. */
export function admitOrderOfPerson(
  { free, paid, evening }: OrdersOfPerson,
  rules: Pick<EveningRules, 'freeWaiting' | 'paidWaiting' | 'wholeEvening'>,
  kind: 'free' | 'paid',
): void {
  if (kind === 'free') admitFreeOrder(free, rules.freeWaiting)
  if (kind === 'paid' && rules.paidWaiting !== null && paid >= rules.paidWaiting) {
    throw new Refusal('SONG_NOT_ACCEPTED', freeLimitText(rules.paidWaiting))
  }
  if (rules.wholeEvening !== null && evening >= rules.wholeEvening) {
    const most = rules.wholeEvening
    const songs = counted(most, 'песню', 'песни', 'песен')
    const ordered = most === 1 ? 'она уже заказана' : 'они уже заказаны'
    throw new Refusal('SONG_NOT_ACCEPTED', `За вечер можно заказать ${songs}, и ${ordered}.`)
  }
}

/** Whether `paid` and `evening` decide anything above. */
export function limitsPaidOrders({
  paidWaiting,
  wholeEvening,
}: Pick<EveningRules, 'paidWaiting' | 'wholeEvening'>): boolean {
  return paidWaiting !== null || wholeEvening !== null
}

/** The limit of waiting orders that a person's next order counts against; null: none. */
export function leftOf(
  { free, paid }: Pick<OrdersOfPerson, 'free' | 'paid'>,
  { freeWaiting, paidWaiting }: Pick<EveningRules, 'freeWaiting' | 'paidWaiting'>,
  kind: 'free' | 'paid',
): { ordered: number; most: number } | null {
  if (kind === 'free') return { ordered: free, most: freeWaiting }
  return paidWaiting === null ? null : { ordered: paid, most: paidWaiting }
}

const NOT_AMONG = {
  repertoire: 'На этом концерте исполняют только песни из репертуара. Выберите песню из списка.',
  open: 'Сегодня можно заказать только открытые песни. Выберите песню из списка.',
}

/** Refuses SONG_NOT_ACCEPTED for a song that is not among those that may be ordered. */
export function admitChosenSong(
  song: { readonly inRepertoire: boolean; readonly open: boolean },
  choice: 'everything' | 'repertoire' | 'open',
): void {
  if (choice === 'everything' || (choice === 'repertoire' ? song.inRepertoire : song.open)) return
  throw new Refusal('SONG_NOT_ACCEPTED', NOT_AMONG[choice])
}

/** Refuses SONG_NOT_ACCEPTED for a listener's own song where suggestions are off. */
export function admitSuggestion({ suggestions }: Pick<EveningRules, 'suggestions'>): void {
  if (suggestions) return
  throw new Refusal(
    'SONG_NOT_ACCEPTED',
    'Сегодня заказывают только песни из списка. Выберите песню из него.',
  )
}

/** When a played song can be ordered: null: now, a number: after that many more songs, 'never': not in this concert. */
type OpensAfter = number | 'never' | null

/** `songsSince`: how many songs began after the song did; null where it was not played in this concert. */
export function opensAfter(
  songsSince: number | null,
  { repeats, repeatAfter }: Pick<EveningRules, 'repeats' | 'repeatAfter'>,
): OpensAfter {
  if (songsSince === null || repeats === 'allowed') return null
  if (repeats === 'not_tonight') return 'never'
  return songsSince < repeatAfter ? repeatAfter - songsSince : null
}

/** «уже звучала, можно заказать через 4 песни»; null where it can be ordered now. */
export function repeatWords(after: OpensAfter): string | null {
  if (after === null) return null
  return after === 'never'
    ? 'уже звучала, сегодня не повторяем'
    : `уже звучала, можно заказать через ${counted(after, 'песню', 'песни', 'песен')}`
}

/** Refuses SONG_NOT_ACCEPTED for a song that was played too recently. */
export function admitRepeat(after: OpensAfter): void {
  if (after === null) return
  throw new Refusal(
    'SONG_NOT_ACCEPTED',
    after === 'never'
      ? 'Эта песня уже звучала, сегодня её больше не заказывают.'
      : `Эта песня уже звучала. Её можно заказать через ${counted(after, 'песню', 'песни', 'песен')}.`,
  )
}
