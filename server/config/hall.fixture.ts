import type { Config } from './config.ts'

/** A value for every variable of the hall, and what it makes of the configuration. */
export const GIVEN_HALL: Record<string, [value: string, changes: Partial<Config>]> = {
  HALL_NEW_DEVICES_PER_SECOND: ['500', { hall: { newDevicesPerSecond: 500, ordersPerMinute: 60 } }],
  HALL_ORDERS_PER_MINUTE: ['20000', { hall: { newDevicesPerSecond: 20, ordersPerMinute: 20_000 } }],
}
