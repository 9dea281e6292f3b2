import { HOUR_MS } from '#domain/time.ts'
import type { Context } from './context.ts'
import { modules } from './modules/index.ts'
import { forgetKeys } from './platform/db/idempotency.ts'
import type { Clocks } from './platform/jobs/clock.ts'
import { forgetSpent } from './platform/limits/rate-counters.ts'

/** Twice the day within which a client may repeat a request with its key. */
const KEYS_KEPT_MS = 48 * HOUR_MS

/** Runs the repeated work of all modules. */
export function runJobs(clocks: Clocks, ctx: Context): void {
  clocks.run(() => forgetOld(ctx), HOUR_MS)
  for (const { jobs = [] } of modules)
    for (const { run, everyMs, wakes, restMs } of jobs)
      clocks.run((stopping) => run(ctx, stopping), everyMs, wakes?.(ctx), restMs)
}

/**
 * Erases data with a limited retention: docs/security.md gives the periods.
 * @throws AggregateError after the last of them, with what failed.
 */
export async function forgetOld(ctx: Context): Promise<void> {
  const failures: unknown[] = []
  for (const erase of [
    () => forgetKeys(ctx.sql, new Date(ctx.now().getTime() - KEYS_KEPT_MS)),
    () => forgetSpent(ctx.sql),
    ...modules.flatMap(({ forget = [] }) => forget.map((one) => () => one(ctx))),
  ])
    await Promise.try<unknown, []>(erase).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'some old data was not erased')
}
