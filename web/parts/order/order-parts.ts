import { useEffect } from 'react'
import { lazyPart } from '../lazy-part.tsx'

/** The question of an order, and whatever else may lie over the page. */
export const OrderSheets = lazyPart('web/parts/order/order-sheets.tsx', async () => {
  const { OrderSheets: Part } = await import('./order-sheets.tsx')
  return Part
})

/** What was found, or is being looked for. */
export const SearchResults = lazyPart('web/parts/order/search-results.tsx', async () => {
  const { SearchResults: Part } = await import('./search-results.tsx')
  return Part
})

/** What was ordered on this device. */
export const MyOrders = lazyPart('web/parts/order/my-orders.tsx', async () => {
  const { MyOrders: Part } = await import('./my-orders.tsx')
  return Part
})

const REST_MS = 4000
/** Whoever does any of these may want to order. */
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'focusin', 'scroll'] as const

/** Brings what a place of orders needs next before it is needed: the network may be gone by then. */
export function useOrderParts(): void {
  useEffect(() => {
    const come = () => {
      stop()
      for (const part of [SearchResults, OrderSheets, MyOrders]) part.come()
    }
    const timer = setTimeout(come, REST_MS)
    const stop = () => {
      clearTimeout(timer)
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, come)
    }
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, come, { passive: true })
    return stop
  }, [])
}
