import { api } from '#contract/index.ts'
import type { StuckMoney } from '#contract/payment.ts'
import { on } from '#server/platform/http/route.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { ManualReview, ReviewedMoney } from './manual-review.service.ts'
import type { ChangedMoney, RestoredMoney } from './restore-check.service.ts'

export function manualReviewRoutes(review: ManualReview): Route[] {
  return [
    on(api.payment.stuck, async () => {
      const { stuck: rows, paused, restored, audit, ...sums } = await review.all()
      return {
        ...sums,
        stuck: rows.map(reviewOnWire),
        payoutsPaused: paused,
        restored: restored === null ? null : restoredOnWire(restored),
        audit:
          audit === null
            ? null
            : { at: audit.at.toISOString(), clean: audit.value === 'clean', words: audit.value },
      }
    }),
    on(api.payment.settle, async ({ artist, params, body }) => {
      await review.settle(artist.id, params.id, body)
      return true
    }),
    on(api.payment.resumePayouts, async () => {
      await review.resumePayouts()
      return true
    }),
  ]
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
