import type { Kopecks } from '#domain/money.ts'
import type { PaymentReason } from '#domain/payments/payment.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** An order that joins the queue when it is paid. */
export type OrderToPay = {
  readonly id: string
  readonly artistId: string
  readonly amount: Kopecks
  readonly concertId: string
  readonly concertTitle: string
  /** When the concert is planned to end. */
  readonly concertEnd: Date
  readonly songId: string
  readonly songTitle: string
  readonly songArtist: string
  readonly deviceId: string
  /** Where the receipt goes, as it was typed. */
  readonly receiptTo?: string | undefined
  /** Of a share: the kopecks that its song needs, 0 where it waits already; null for an order. */
  readonly shareGoal: number | null
}

/** The orders of some songs, or all but the shares of some songs. */
export type CalledOff =
  | { readonly songIds: readonly string[] }
  | { readonly keepSharesOf: readonly string[] }

/** What the queue asks of the money behind its orders. Every call stands in the queue's own transaction, which holds the concert. */
export type MoneyOfQueue = {
  /** Writes the payment down. Refuses PAYMENTS_DOWN where no bank is configured, TOO_MANY for a device with too many unpaid ones, VALIDATION (`receiptTo`). */
  begin(sql: Sql, order: OrderToPay): Promise<void>
  played(sql: Sql, paymentIds: readonly string[]): Promise<void>
  unplayed(sql: Sql, paymentIds: readonly string[], reason: PaymentReason): Promise<void>
  /** Whoever has not paid yet for these orders of the concert cannot do so any more. */
  calledOff(sql: Sql, concertId: string, which: CalledOff, reason: PaymentReason): Promise<void>
  /** Gives those of them whose money went back meanwhile and stays gone. Refuses ILLEGAL_STEP once the grace of one is over. */
  undone(sql: Sql, paymentIds: readonly string[]): Promise<readonly string[]>
  /** Nobody may pay for a song of this concert any more. */
  concertOver(sql: Sql, concertId: string, reason: PaymentReason): Promise<void>
  /** After the commit: what was written in it is taken up at once. */
  wake(): void
  /** Seconds in which a played song can be taken back. */
  readonly graceSeconds: number
}
