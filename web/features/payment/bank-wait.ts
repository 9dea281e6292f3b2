import { SECOND_MS } from '#domain/time.ts'

/** Where the payer comes from: `paid` and `failed` as the bank says, `pay` before its page; null: by a link. */
export type Back = 'paid' | 'failed' | 'pay' | null

/** What is said while the bank has not answered: that it is asked, that nothing was paid, or that it takes long. */
export type BankWait = 'checking' | 'closed' | 'long'

const PAID_MS = 10 * SECOND_MS
/** The bank was asked by then, and knows of no payment. */
const UNPAID_MS = 5 * SECOND_MS

export function backIn(search: URLSearchParams): Back {
  const back = search.get('back')
  return back === 'paid' || back === 'failed' || back === 'pay' ? back : null
}

/** When the wait is told in other words (ms after its beginning). */
export function turnsAfter(back: Back): number {
  if (back === 'pay') return 0
  return back === 'paid' ? PAID_MS : UNPAID_MS
}

/** `payable`: the bank's page is open. */
export function bankWait(back: Back, waitedMs: number, payable: boolean): BankWait {
  if (waitedMs < turnsAfter(back)) return 'checking'
  return payable && back !== 'paid' ? 'closed' : 'long'
}
