import { BadConfig, onOff, text, whole } from './values.ts'
import type { Environment } from './values.ts'

export type OperationConfig = {
  /** Who brings it reads /metrics from anywhere; null: this machine alone reads them. */
  metricsToken: string | null
  /** Seconds between «not ready» and the end of listening, for a proxy to notice. */
  stopWaitSeconds: number
  /** A database that a later version has changed already is taken as it is. */
  newerDatabase: boolean
  /** Whether some are sent away when too many come at once. */
  shed: boolean
}

const SHORTEST_TOKEN = 16

export function readOperation(env: Environment): OperationConfig {
  const metricsToken = text(env, 'METRICS_TOKEN') ?? null
  if (metricsToken !== null && metricsToken.length < SHORTEST_TOKEN)
    throw new BadConfig(`METRICS_TOKEN слишком короткий: нужно не меньше ${SHORTEST_TOKEN} знаков.`)
  return {
    metricsToken,
    stopWaitSeconds: whole(env, 'STOP_WAIT_SECONDS', 0, 0, 60),
    newerDatabase: onOff(env, 'NEWER_DATABASE', false),
    shed: onOff(env, 'SHED', true),
  }
}
