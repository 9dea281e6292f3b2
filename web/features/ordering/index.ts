/** Ordering songs in a concert: the listener's side. */
export { concertRules } from './concert-rules.ts'
export type { AccountPrice, RulesOfSession } from './concert-rules.ts'
export type { MergedOrder } from './merge-orders.ts'
export { OrderMark, queueNote, WantMark } from './order-mark.tsx'
export { LockedEvening, OrderScreen, PastOrders } from './order-screen.tsx'
export { Collecting, supportPress, supportWay } from './support.tsx'
export type { SupportWay } from './support.tsx'
export { useOrders } from './use-orders.ts'
