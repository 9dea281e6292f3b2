import { whole } from './values.ts'
import type { Environment } from './values.ts'
import { HALL } from '../platform/http/limits.ts'
import type { HallConfig } from '../platform/http/limits.ts'

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
