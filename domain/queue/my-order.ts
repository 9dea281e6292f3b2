import type { PaymentState } from '../payments/payment.ts'
import type { SongStatus } from './queue.ts'
import { Refusal } from '../refusal.ts'

/**
 * An order's state for its listener: `PAYING` before its money is there, `COLLECTING` until that of the others is, then
 * its song's status; `RETURNED` once its money is on its way back, `CANCELLED` where it was taken off or never paid.
 */
export const MY_ORDER_STATES = [
  'PAYING',
  'COLLECTING',
  'SCHEDULED',
  'QUEUED',
  'NOW',
  'PLAYED',
  'SKIPPED',
  'RETURNED',
  'CANCELLED',
] as const

export type MyOrderState = (typeof MY_ORDER_STATES)[number]

/** What is known of one order. */
export type OrderFacts = {
  /** The song's status; null before the money of a paid order is there. */
  readonly song: SongStatus | null
  /** The order no longer backs its song. */
  readonly dropped: boolean
  /** Its listener took it off. */
  readonly takenOff: boolean
  /** Null for a free one. */
  readonly payment: PaymentState | null
}

export function myOrderState({ song, dropped, takenOff, payment }: OrderFacts): MyOrderState {
  if (takenOff) return 'CANCELLED'
  if (song === 'PLAYED' && !dropped) return 'PLAYED'
  if (payment === 'returning' || payment === 'returned') return 'RETURNED'
  if (song !== null && !dropped) return song
  return payment === 'created' || payment === 'awaiting' ? 'PAYING' : 'CANCELLED'
}

/** Whether its listener may still take it off. */
export function mayCancel(state: MyOrderState): boolean {
  return state === 'PAYING' || state === 'COLLECTING' || state === 'SCHEDULED' || state === 'QUEUED'
}

const TOO_LATE: Record<'NOW' | 'PLAYED' | 'SKIPPED', string> = {
  NOW: 'Эта песня уже играет: отменить заказ нельзя',
  PLAYED: 'Эта песня уже сыграна: отменить заказ нельзя',
  SKIPPED: 'Эту песню уже убрали из очереди: отменять нечего',
}

/** Refuses ILLEGAL_STEP once the song of an order does not wait any more. */
export function admitCancel(song: SongStatus): void {
  if (song === 'COLLECTING' || song === 'SCHEDULED' || song === 'QUEUED') return
  throw new Refusal('ILLEGAL_STEP', TOO_LATE[song])
}

/** The same refusal for another listener's order as for one that never existed. */
export function noOrder(): Refusal {
  return new Refusal('NOT_FOUND', 'Такого заказа нет')
}
