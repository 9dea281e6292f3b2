import type { PaymentShown } from '#contract/payment.ts'

/** What the words depend on. */
export type PaymentNews = Pick<
  PaymentShown,
  'kind' | 'state' | 'funds' | 'reason' | 'delayed' | 'songStatus' | 'amount'
> & {
  /** The bank has been waited for longer than it usually takes. */
  late: boolean
}

/** The drawing over the words. */
export type Scene = 'wait' | 'thanks' | 'failed' | 'return' | 'returned' | 'still'

export type PaymentWords = {
  scene: Scene
  title: string
  /** What happened. */
  text: string
  /** Where the money is. */
  money?: string
  /** Stands beside the sign of a return. */
  promise?: string
}
