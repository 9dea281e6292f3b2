import { whole } from './config-values.ts'
import type { Environment } from './config-values.ts'
import { HALL } from './http/limits.ts'
import type { HallConfig } from './http/limits.ts'

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
