import { MINUTE_MS } from '#domain/time.ts'
import type { Module } from '#server/module.ts'
import { healClock, runDueMoney, runUnpaidLinks } from './due-money.service.ts'

const MONEY_MS = 1000

export const paymentWorker: Module = {
  jobs: [
    { everyMs: MONEY_MS, run: runDueMoney, wakes: ({ wakes }) => wakes.money },
    { everyMs: MONEY_MS, run: runUnpaidLinks },
    { everyMs: MINUTE_MS, run: healClock },
  ],
}
