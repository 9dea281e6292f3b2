import { useEffect, useEffectEvent, useRef } from 'react'
import { TURN_TITLES } from '#domain/push.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { MergedOrder } from './merge-orders.ts'
import { turnOf } from './order-state.ts'

const isBusy = () =>
  document.querySelector('dialog[open]') !== null ||
  document.activeElement?.matches('input, textarea') === true

const VIBRATION_MS = [200, 120, 200]

type TurnSignalProps = {
  orders: readonly MergedOrder[]
  /** The screen itself becomes the song that plays. */
  fills: boolean
}

/** Signals the listener's turn also where he does not look at the page: by the tab's title, words and vibration. */
export function TurnSignal({ orders, fills }: TurnSignalProps) {
  const toast = useToast()
  const turn = turnOf(orders)
  const about = turn?.about
  const key = turn && `${turn.about} ${turn.order.key}`
  const announced = useRef(key)
  const announce = useEffectEvent(() => {
    if (announced.current === key) return
    announced.current = key
    // That screen waits for what the listener is in the middle of.
    if (turn?.about === 'playing' && fills && !isBusy()) return
    if (turn !== null && turn.about !== 'next')
      toast(`${TURN_TITLES[turn.about]}: «${turn.order.title}»`)
    // A browser blocks vibration, with a console warning, on a page that was never touched.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATION_MS)
  })
  useEffect(() => {
    if (key === null || about === undefined) return undefined
    const before = document.title
    const title = `${TURN_TITLES[about]} — Бис`
    document.title = title
    announce()
    return () => {
      // A page that comes after this one has its own by now.
      if (document.title === title) document.title = before
    }
  }, [key, about])
  // Both are shown in the largest letters of the page.
  return (
    <output className="sr">
      {turn !== null && turn.about !== 'playing' && (
        <span>
          {TURN_TITLES[turn.about]}: «{turn.order.title}»
        </span>
      )}
    </output>
  )
}
