import { api } from '#contract/index.ts'
import type { StuckMoney } from '#contract/payment.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { reviewMoney, settleQuestion } from './manual-review.service.ts'
import type { ReviewedMoney } from './manual-review.service.ts'
import { runAskedAudit, runNightWork } from './reconciliation.service.ts'
import {
  beginRestoreCheck,
  requestRestoreCheck,
  resumeAfterReview,
} from './restore-check.service.ts'
import type { ChangedMoney, RestoredMoney } from './restore-check.service.ts'

export const reconciliation: Module = {
  routes: (ctx) => [
    on(api.payment.stuck, async () => {
      const { stuck: rows, paused, restored, audit, ...sums } = await reviewMoney(ctx)
      return {
        ...sums,
        stuck: rows.map(reviewOnWire),
        payoutsPaused: paused,
        restored: restored === null ? null : restoredOnWire(restored),
        audit:
          audit === null
            ? null
            : { at: audit.at.toISOString(), clean: audit.clean, words: audit.words },
      }
    }),
    on(api.payment.settle, async ({ artist, params, body }) => {
      await settleQuestion(ctx, artist, params.id, body)
      return true
    }),
    on(api.payment.resumePayouts, async ({ artist }) => {
      await resumeAfterReview(ctx, artist)
      return true
    }),
  ],
  moneyInQuestion: reviewMoney,
  start: beginRestoreCheck,
  jobs: [
    { run: runNightWork, everyMs: 10 * MINUTE_MS },
    { run: runAskedAudit, everyMs: 10 * SECOND_MS },
    // `npm run ledger -- restored` may tell of a restore that a running process does not know of.
    { run: requestRestoreCheck, everyMs: 10 * SECOND_MS },
  ],
}

function restoredOnWire({ madeAt, restoredAt, toCheck, changed, payouts }: RestoredMoney) {
  return {
    madeAt: madeAt.toISOString(),
    restoredAt: restoredAt.toISOString(),
    toCheck,
    changed: changed.map(changedOnWire),
    payouts: payouts.map(changedOnWire),
  }
}

function changedOnWire<T extends ChangedMoney>({ username, bankId, ...same }: T) {
  return { ...same, artistUsername: username, ...(bankId === null ? {} : { bankId }) }
}

function reviewOnWire(trouble: ReviewedMoney): StuckMoney {
  const { since, username, bankId, actions, words: _words, ...same } = trouble
  return {
    ...same,
    since: since.toISOString(),
    actions: [...actions],
    ...(username === null ? {} : { artistUsername: username }),
    ...(bankId === null ? {} : { bankId }),
  }
}
