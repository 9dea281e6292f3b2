import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/call.ts'
import { LATE_MS } from './ask-again.ts'
import type { PaymentView } from './load-payment.ts'
import type { PaymentWatch, Watched } from './payment-watch.ts'
import { watchPayment } from './payment-watch.ts'

export type PaymentNow = Watched & {
  /** Somebody pressed «check». */
  check: () => void
  /** A hint that something may have changed. */
  look: () => void
}

/** The payment as it is now, for a component of this payment alone: first what the page came with, then whatever the server says when asked again. */
export function usePayment({ id, payment, at, since }: PaymentView): PaymentNow {
  const [watched, setWatched] = useState<Watched>({
    payment,
    checking: false,
    checked: null,
    late: at - since >= LATE_MS,
  })
  const watch = useRef<PaymentWatch>(null)

  const start = useEffectEvent(() =>
    watchPayment(watched, setWatched, {
      ask: (signal) => call(api.payment.byId, { params: { id } }, { signal }),
      now: () => performance.now(),
      setTimeout: (run, ms) => window.setTimeout(run, ms),
      clearTimeout: (timer) => window.clearTimeout(timer),
      hidden: () => document.hidden,
    }),
  )
  useEffect(() => {
    const made = start()
    watch.current = made
    document.addEventListener('visibilitychange', made.comeBack)
    window.addEventListener('online', made.look)
    return () => {
      document.removeEventListener('visibilitychange', made.comeBack)
      window.removeEventListener('online', made.look)
      made.close()
    }
  }, [])

  return {
    ...watched,
    check: () => watch.current?.check(),
    look: () => watch.current?.look(),
  }
}
