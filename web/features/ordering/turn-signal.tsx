import { useEffect, useEffectEvent, useRef } from 'react'
import { PUSH_TITLES } from '#domain/push.ts'
import { useToast } from '#web/ui/toast-context.ts'
import type { MergedOrder } from './merge-orders.ts'
import { turnOf } from './order-state.ts'
import css from './order-screen.module.css'

const VIBRATION_MS = [200, 120, 200]

/** Tells whose turn it is also to somebody who looks elsewhere: by the title of the tab, a banner and the phone. */
export function TurnSignal({ orders }: { orders: readonly MergedOrder[] }) {
  const toast = useToast()
  const turn = turnOf(orders)
  const about = turn?.about
  const key = turn && `${turn.about} ${turn.order.key}`
  const announced = useRef(key)
  const tell = useEffectEvent(() => {
    if (announced.current === key) return
    announced.current = key
    if (turn?.about === 'playing') toast(`${PUSH_TITLES.playing}: «${turn.order.title}»`)
    // A browser refuses it, with a word in the console, on a page that was never touched.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATION_MS)
  })
  useEffect(() => {
    if (key === null || about === undefined) return undefined
    const before = document.title
    document.title = `${PUSH_TITLES[about]} — Бис`
    tell()
    return () => {
      document.title = before
    }
  }, [key, about])
  // What plays stands below in the largest letters of the page.
  return (
    <output className={css.banner}>
      {turn?.about === 'next' && (
        <span>
          {PUSH_TITLES.next}: «{turn.order.title}»
        </span>
      )}
    </output>
  )
}
