import { Refusal } from '../refusal.ts'
import { countedSongs } from '../russian.ts'
import { MINUTE_MS, SECOND_MS } from '../time.ts'
import { placeInWords } from './place-words.ts'

/** A tablet in the hall orders for those without a phone: for a table, which is one person there. */

/** The digits of the code that pairs a tablet with a concert. */
export const TABLET_CODE_DIGITS = 6
/** How long a code is valid. */
export const TABLET_CODE_MS = 10 * MINUTE_MS

/** The most tablets of one concert. */
const TABLETS_MOST = 50

/** Refuses ILLEGAL_STEP where the concert already has that many. */
export function admitTablet(before: number): void {
  if (before >= TABLETS_MOST)
    throw new Refusal('ILLEGAL_STEP', `На концерте уже ${TABLETS_MOST} планшетов: отключите лишние`)
}

/** The digits of a typed code: «123 456», «123-456». */
export const codeDigits = (typed: string): string => typed.replace(/\D/gu, '')

/** The refusal of a code that is wrong or no longer valid. */
export const wrongTabletCode = (): Refusal =>
  new Refusal('VALIDATION', 'Код не подошёл. Новый — на пульте артиста', 'code')

/** The refusal of a tablet that was ended from the pad, or whose concert is gone. */
export const endedTablet = (): Refusal => new Refusal('NOT_FOUND', 'Этот планшет отключили')

/** The sentence of a tablet at a concert where orders cost money: it takes no cards. */
export const PAID_BY_PHONE = 'Платный заказ — с телефона'

/** Refuses SONG_NOT_ACCEPTED for an order that has to be paid. */
export function admitUnpaid(paid: boolean): void {
  if (paid) throw new Refusal('SONG_NOT_ACCEPTED', PAID_BY_PHONE)
}

/** A guest who touches nothing for so long is gone; before that he is asked. */
const GONE_MS = 60 * SECOND_MS
const ASKED_MS = 50 * SECOND_MS

/** Whether the guest who touched a tablet so long ago (ms) is still there, is asked, or is gone. */
export function guestAfter(idleMs: number): 'there' | 'asked' | 'gone' {
  if (idleMs >= GONE_MS) return 'gone'
  return idleMs >= ASKED_MS ? 'asked' : 'there'
}

/** Whole seconds until the guest counts as gone. */
export const secondsUntilGone = (idleMs: number): number =>
  Math.max(0, Math.ceil((GONE_MS - idleMs) / SECOND_MS))

/** «перед вами 3 песни», «вы следующие», of a song that waits «уже в очереди, третья». */
export function aheadWords(place: number, waits: boolean): string {
  if (waits) return `уже в очереди, ${placeInWords(place, 'is')}`
  return place === 1 ? 'вы следующие' : `перед вами ${countedSongs(place - 1)}`
}
