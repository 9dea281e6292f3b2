import { api } from '#contract/index.ts'
import { CallFailed } from './call-failed.ts'
import { call } from './call.ts'
import type { PaymentWatch, Watched } from './payment-watch.ts'
import { watchPayment } from './payment-watch.ts'

export type OpenWatch = {
  id: string
  first: Watched
  onChange: (watched: Watched) => void
  /** The server knows no such payment. */
  onGone?: () => void
}

/** Watches a payment for the page that is open: it is also asked for when somebody comes back to it, or the network does. In the browser. */
export function openPaymentWatch({ id, first, onChange, onGone }: OpenWatch): PaymentWatch {
  async function ask(signal: AbortSignal) {
    try {
      return await call(api.payment.byId, { params: { id } }, { signal })
    } catch (failure) {
      if (failure instanceof CallFailed && failure.code === 'NOT_FOUND') onGone?.()
      throw failure
    }
  }
  const watch = watchPayment(first, onChange, {
    ask,
    now: () => performance.now(),
    setTimeout: (run, ms) => window.setTimeout(run, ms),
    clearTimeout: (timer) => window.clearTimeout(timer),
    hidden: () => document.hidden,
  })
  document.addEventListener('visibilitychange', watch.comeBack)
  window.addEventListener('online', watch.look)
  return {
    ...watch,
    close() {
      document.removeEventListener('visibilitychange', watch.comeBack)
      window.removeEventListener('online', watch.look)
      watch.close()
    },
  }
}
