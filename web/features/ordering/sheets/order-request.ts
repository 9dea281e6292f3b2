import type { Kopecks } from '#domain/money.ts'
import { MAX_SONG_RUBLES, rublesToKopecks } from '#domain/money.ts'
import { admitAmount } from '#domain/queue/price.ts'
import { tableNumber } from '#domain/queue/own-song.ts'
import { KEY_SHIFT_MOST } from '#domain/queue/singing.ts'
import type { Singing } from '#domain/queue/singing.ts'
import { Refusal } from '#domain/refusal.ts'
import { readWhole } from '#web/ui/fields/typed-number.ts'
import { NO_TABLE } from '#web/lib/device/device-memory.ts'
import { postedText } from '#web/lib/calls/server-api.ts'

/** A listener's order; `songId` null: his own suggestion, in his words. */
export type OrderRequest = {
  songId: string | null
  title: string
  artistName: string
  imageUrl: string
  /** The sum, where orders cost money. */
  amount?: Kopecks
  /** The listener's name and a dedication; left out where empty. */
  name?: string
  words?: string
  /** He sings it himself. */
  sings?: Singing
  /** The listener's table; null once he has said that he sits at none. */
  table?: number | null
  /** The pass of a closed evening. */
  pass?: string
  /** The id of another listener's entry that he joins, without an order of his own. */
  supports?: string
  /** The battle in which the sum is a vote for the song. */
  battle?: string
  /** The sum is a share, and others may pay the rest. */
  collect?: true
  /** The address for the receipt; left out where none is made. */
  receiptTo?: string
}

export type OrderFormValues = {
  wish: OrderRequest
  /** The sum as it was typed. */
  typed: string
  sessionId: string
  /** The idempotency key. */
  key: string
}

/** Reads the form of an order sheet, in the browser and on the server. */
export function readOrderForm(form: FormData): OrderFormValues {
  const text = (name: string) => postedText(form, name)
  const songId = text('songId')
  return {
    wish: {
      songId: songId === '' ? null : songId,
      title: text('title').trim(),
      artistName: text('artistName').trim(),
      imageUrl: text('imageUrl'),
      ...(form.has('amount') && { amount: kopecksOf(text('amount')) }),
      ...writtenIn(text),
      ...(form.has('sings') && { sings: singingIn(text) }),
      ...tableIn(text('table')),
      ...(text('supports') !== '' && { supports: text('supports') }),
      ...(text('battle') !== '' && { battle: text('battle') }),
      ...(text('collect') !== '' && { collect: true as const }),
      ...(form.has('receiptTo') && { receiptTo: text('receiptTo').trim() }),
    },
    typed: text('amount'),
    sessionId: text('sessionId'),
    key: text('key'),
  }
}

/** From the QR code of a table, as the address or the device's memory has it. */
export function tableIn(typed: string | null): Pick<OrderRequest, 'table'> {
  if (typed === NO_TABLE) return { table: null }
  const table = tableNumber(typed)
  return table === null ? {} : { table }
}

/** The same as the question about a place has it: 0 for none. */
export function tableAsked(typed: string | null): { table?: number } {
  const { table } = tableIn(typed)
  return table === undefined ? {} : { table: table ?? 0 }
}

function writtenIn(text: (name: string) => string): Pick<OrderRequest, 'name' | 'words'> {
  const [name, words] = [text('name').trim(), text('words').trim()]
  return { ...(name !== '' && { name }), ...(words !== '' && { words }) }
}

function singingIn(text: (name: string) => string): Singing {
  const typed = Math.trunc(Number(text('keyShift'))) || 0
  const keyShift = Math.max(-KEY_SHIFT_MOST, Math.min(KEY_SHIFT_MOST, typed))
  return { with: text('singsWith').trim(), keyShift }
}

/** The sum that was typed, zero for none; one above the maximum stays above it, so that it is refused. */
function kopecksOf(typed: string): Kopecks {
  return rublesToKopecks(Math.min(readWhole(typed) || 0, MAX_SONG_RUBLES + 1))
}

/** The sum as typed, at most the maximum of one order. */
export function cappedRubles(typed: string): string {
  return (readWhole(typed) ?? 0) > MAX_SONG_RUBLES ? String(MAX_SONG_RUBLES) : typed
}

/** How a sheet asks for money: by its sum alone, or by a question with «yes» and «no». */
export type OrderFormVariant = 'sum' | 'question'

/** Why a sum is refused, in the words of the sheet; null where it is accepted. */
export function amountError(
  amount: Kopecks,
  minRubles: number,
  look: OrderFormVariant,
): string | null {
  try {
    admitAmount(amount, minRubles)
    return null
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    return refusal.code === 'AMOUNT_TOO_SMALL' && look === 'question'
      ? `Минимальная сумма оплаты должна быть не меньше ${minRubles} рублей`
      : refusal.message
  }
}
