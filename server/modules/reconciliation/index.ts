import { MINUTE_MS } from '#domain/time.ts'
import type { Module } from '#server/module.ts'
import { runNightWork } from './reconciliation.service.ts'

export const reconciliation: Module = {
  jobs: [{ run: runNightWork, everyMs: 10 * MINUTE_MS }],
}
