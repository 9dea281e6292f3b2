import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PaymentShown } from '#contract/payment.ts'
import { openPaymentWatch } from './open-payment-watch.ts'
import type { PaymentWatch } from './payment-watch.ts'

export type OrderPaymentOptions = {
  /** Null for a free order, and for one that the server has not answered for. */
  orderId: string | null
  /** How the order stands: whenever it stands otherwise its money may have moved. */
  state: string
  /** The money has moved: the order may stand otherwise. */
  onMove: () => void
}

const NOTHING_KNOWN = { payment: null, checking: false, checked: null, late: false }

/** What became of the money of an order; null until the server has said. */
export function useOrderPayment({
  orderId,
  state,
  onMove,
}: OrderPaymentOptions): PaymentShown | null {
  const [payment, setPayment] = useState<PaymentShown | null>(null)
  const watch = useRef<PaymentWatch>(null)
  const known = useRef<string>(undefined)

  const hear = useEffectEvent((heard: PaymentShown | null) => {
    if (heard === null) return
    const before = known.current
    known.current = `${heard.state} ${heard.songStatus}`
    if (before !== undefined && before !== known.current) onMove()
    setPayment(heard)
  })

  useEffect(() => {
    if (orderId === null) return undefined
    const opened = openPaymentWatch({
      id: orderId,
      first: NOTHING_KNOWN,
      onChange: ({ payment: heard }) => hear(heard),
    })
    watch.current = opened
    opened.look()
    return () => {
      watch.current = null
      opened.close()
    }
  }, [orderId])

  const stood = useRef(state)
  useEffect(() => {
    if (stood.current !== state) watch.current?.look()
    stood.current = state
  }, [state])

  return payment
}
