import { readStored, watchStored, writeStored } from '#web/lib/device/device-memory.ts'

/** What the tab of a payment asks the other tabs of this browser, and what they answer. */
export const ASKED = 'paymentReturn'
export const TAKEN = 'paymentTaken'
/** A tab that can take over answers within this time (ms). */
const ANSWER_MS = 500
/** A tab that may be closed is gone by then (ms). */
const CLOSED_MS = 500
/** Of whose page the payment came, and where that page goes now; null: it stays as it is. */
type PaymentReturn = { id: string; artistUsername: string; href: string | null }

export type AskedReturn = PaymentReturn & { at: number }

/** Asks the page that the payment came from to go on; resolves with whether there is one. In the browser. */
function askOpener(back: PaymentReturn): Promise<boolean> {
  const at = Date.now()
  return new Promise((resolve) => {
    const end = (taken: boolean) => {
      clearTimeout(timer)
      unwatch()
      resolve(taken)
    }
    const timer = setTimeout(() => end(false), ANSWER_MS)
    const unwatch = watchStored(() => {
      if (readStored(TAKEN) === `${back.id} ${at}`) end(true)
    })
    writeStored(ASKED, JSON.stringify({ ...back, at } satisfies AskedReturn))
  })
}

/**
 * Ends the tab of a payment: the page that it came from goes on, and this one closes. `none`: there is no such page;
 * `stays`: there is one, but the browser does not let this tab close.
 */
export async function endPaymentTab(back: PaymentReturn): Promise<'none' | 'stays'> {
  if (!(await askOpener(back))) return 'none'
  window.close()
  await new Promise((resolve) => setTimeout(resolve, CLOSED_MS))
  return 'stays'
}
