/** Ordering songs in a concert, as its listener sees it. */
export type { ToldRules } from './concert-rules.ts'
export type { MergedOrder } from './merge-orders.ts'
export { OrderMark } from './order-mark.tsx'
export { OrderScreen, PastOrders } from './order-screen.tsx'
export { useOrders } from './use-orders.ts'
