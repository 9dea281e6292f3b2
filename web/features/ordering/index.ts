/** Ordering songs in a concert: the listener's side. */
export { concertRules } from './concert-rules.ts'
export type { AccountPrice, RulesOfSession } from './concert-rules.ts'
export type { MergedOrder } from './mine/merge-orders.ts'
export { LockedEvening, OrderScreen, PastOrders } from './order-screen.tsx'
export { Collecting, OrderMark, queueNote, supportPress, supportWay, WantMark } from './support.tsx'
export type { SupportWay } from './support.tsx'
export { useOrders } from './use-orders.ts'
