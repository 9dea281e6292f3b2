import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { LATE_MS } from '#web/lib/ask-again.ts'
import { openPaymentWatch } from '#web/lib/open-payment-watch.ts'
import type { PaymentWatch, Watched } from '#web/lib/payment-watch.ts'
import type { PaymentView } from './load-payment.ts'

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

  const start = useEffectEvent(() => openPaymentWatch({ id, first: watched, onChange: setWatched }))
  useEffect(() => {
    const made = start()
    watch.current = made
    return made.close
  }, [])

  return {
    ...watched,
    check: () => watch.current?.check(),
    look: () => watch.current?.look(),
  }
}
