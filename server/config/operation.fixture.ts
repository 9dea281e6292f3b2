import type { Config } from './config.ts'

/** A value for every variable of operation, and what it makes of the configuration. */
export const GIVEN_OPERATION: Record<string, [value: string, changes: Partial<Config>]> = {
  METRICS_TOKEN: ['sixteen-letters!', { metricsToken: 'sixteen-letters!' }],
  STOP_WAIT_SECONDS: ['5', { stopWaitSeconds: 5 }],
  NEWER_DATABASE: ['on', { newerDatabase: true }],
  SHED: ['off', { shed: false }],
}
