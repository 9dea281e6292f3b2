import type { ConcertStatus } from '../concerts/concert.ts'
import type { EveningRules } from './evening-rules.ts'
import type { MyOrderState } from './my-order.ts'
import { formatRubles, kopecks } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { DAY_MS, SECOND_MS } from '../time.ts'

/** How long after its concert a song can be thanked for (ms). */
const THANKS_ACCEPTED_MS = DAY_MS
/** How long a thanks is sent to screens that connect after it (ms). */
export const THANKS_SHOWN_MS = 15 * SECOND_MS

/** Refuses ILLEGAL_STEP before the song was played, and a day after the concert. `endedAt`: null before it ends. */
export function admitThanks(
  state: MyOrderState,
  { status, endedAt }: { readonly status: ConcertStatus; readonly endedAt: Date | null },
  now: Date,
): void {
  if (state !== 'PLAYED')
    throw new Refusal('ILLEGAL_STEP', 'Сказать спасибо можно, когда песня прозвучит')
  if (
    status === 'PLAYED' &&
    endedAt !== null &&
    now.getTime() - endedAt.getTime() > THANKS_ACCEPTED_MS
  )
    throw new Refusal('ILLEGAL_STEP', 'Концерт давно окончен, музыкант этого уже не увидит')
}

/** The artist's answer to a listener; `name` is empty where none was given, or it is hidden. */
export function answerWords(name: string): string {
  return name === '' ? 'Спасибо!' : `Спасибо, ${name}!`
}

/** A thanks as it is stored; the texts are empty where none were written, or they are hidden. */
export type StoredThanks = {
  readonly id: string
  readonly name: string
  /** The song; empty for a tip. */
  readonly title: string
  /** When it was given, or answered; ISO 8601. */
  readonly at: string
  readonly answered: boolean
  /** Kopecks of a tip whose giver lets everybody read them. */
  readonly amount?: number | null
}

/** One line on the screen of a hall; the answer to the same thanks has another `id`. `at`: ISO 8601. */
export type HallThanks = {
  readonly id: string
  readonly text: string
  readonly at: string
  /** It came with money; `name` is empty where none is shown, and kopecks where its giver agreed. */
  readonly tip?: { readonly name: string; readonly amount?: number }
}

/** Whether it is recent enough to be shown; `now`: ms since 1970. */
export function isRecentThanks({ at }: Pick<HallThanks, 'at'>, now: number): boolean {
  return now - Date.parse(at) < THANKS_SHOWN_MS
}

/** Returns the line of a thanks for the screen of a hall; null where the artist shows nothing that listeners write. */
export function hallThanks(
  { id, name, title, at, answered, amount }: StoredThanks,
  { words: asked, namesShown }: Pick<EveningRules, 'words' | 'namesShown'>,
): HallThanks | null {
  if (asked === 'off') return null
  const isTip = title === ''
  // The giver of a tip has agreed to his name by himself.
  const shownName = namesShown || isTip ? name : ''
  if (answered) return { id: `${id} answer`, text: answerWords(shownName), at }
  // The text of a tip is for the artist alone.
  const thanks = isTip ? 'пасибо за поддержку!' : `пасибо за песню «${title}»`
  const text = shownName === '' ? `С${thanks}` : `${shownName}: с${thanks}`
  const sum = typeof amount === 'number' && { amount }
  return { id, at, text, ...(isTip && { tip: { name: shownName, ...sum } }) }
}

/** Somebody on the board of thanks of an evening; kopecks where he agreed to them. */
export type BoardName = { readonly id: string; readonly name: string; readonly amount?: number }

/** The most names of the board. */
export const BOARD_MOST = 12

/** «Аня, 500 ₽» */
export function boardNameText({ name, amount }: Omit<BoardName, 'id'>): string {
  return amount === undefined ? name : `${name}, ${formatRubles(kopecks(amount))}`
}
