import type { Kopecks } from '#domain/money.ts'
import type { PaymentReason } from '#domain/payments/payment.ts'
import type { UnpaidOrders } from '#domain/queue/order.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** An order that joins the queue when it is paid. */
export type OrderToPay = {
  readonly id: string
  readonly artistId: string
  readonly amount: Kopecks
  readonly concertId: string
  readonly concertTitle: string
  /** The planned end of the concert. */
  readonly concertEnd: Date
  readonly songId: string
  readonly songTitle: string
  readonly songArtist: string
  readonly deviceId: string
  /** The payer's network; without one it is not counted. */
  readonly network?: string | undefined
  /** Where the receipt is sent, as typed. */
  readonly receiptTo?: string | undefined
  /** For a share: the kopecks that its song needs, 0 where the song waits already; null for an order. */
  readonly shareGoal: number | null
}

/** The queue's calls to the money behind its orders. Each runs in the queue's own transaction, which has the concert locked. */
export type MoneyOfQueue = {
  /** Stores the payment. Refuses PAYMENTS_DOWN where no bank is configured, TOO_MANY for a device, a network or an artist with too many unpaid ones, VALIDATION (`receiptTo`). */
  begin(sql: Sql, order: OrderToPay): Promise<void>
  played(sql: Sql, paymentIds: readonly string[]): Promise<void>
  unplayed(sql: Sql, paymentIds: readonly string[], reason: PaymentReason): Promise<void>
  /** Unpaid payments of these orders of the concert cannot be paid any more. */
  cancelUnpaid(
    sql: Sql,
    concertId: string,
    which: UnpaidOrders,
    reason: PaymentReason,
  ): Promise<void>
  /** Returns those of them whose money went back meanwhile and stays gone. Refuses ILLEGAL_STEP once the grace of one is over. */
  undone(sql: Sql, paymentIds: readonly string[]): Promise<readonly string[]>
  /** Songs of this concert cannot be paid for any more. */
  concertOver(sql: Sql, concertId: string, reason: PaymentReason): Promise<void>
  /** After the commit: work on what it wrote starts at once. */
  wake(): void
  /** Seconds in which a played song can be taken back. */
  readonly graceSeconds: number
}
