import { whole } from './config-values.ts'
import type { Environment } from './config-values.ts'

/** What one network address may do at most; a hall stands behind one. */
export type HallConfig = {
  newDevicesPerSecond: number
  /** Of one concert. */
  ordersPerMinute: number
}

/** The rates of rules.md, for a hall of two thousand. */
export const HALL: HallConfig = { newDevicesPerSecond: 20, ordersPerMinute: 60 }

export function readHall(env: Environment): HallConfig {
  return {
    newDevicesPerSecond: whole(
      env,
      'HALL_NEW_DEVICES_PER_SECOND',
      HALL.newDevicesPerSecond,
      1,
      10_000,
    ),
    ordersPerMinute: whole(env, 'HALL_ORDERS_PER_MINUTE', HALL.ordersPerMinute, 1, 1_000_000),
  }
}
