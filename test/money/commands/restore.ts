import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import {
  beginRestoreCheck,
  resumeAfterReview,
} from '#server/modules/reconciliation/restore-check.service.ts'
import { turnedBack } from '#test/support/database/turned-back.ts'
import type { ModelAction } from '../action.ts'
import type { MoneyEvening } from '../evening.ts'

/** What the workers and the bank do in the time; nobody presses anything. */
async function pass(evening: MoneyEvening, ms: number): Promise<void> {
  for (const step of [0, 25 * SECOND_MS, MINUTE_MS, ms]) {
    evening.world.advance(step)
    await evening.world.settle()
  }
}

/**
 * The server is lost, and its database is restored as it was before money moved for so long; an operator resumes
 * payouts when the bank has been compared.
 */
export function restore(seconds: number): ModelAction {
  return {
    label: `restore(over ${seconds} s)`,
    needs: ({ mayFail }) => !mayFail,
    async does(evening) {
      const { world, system } = evening
      const { ctx } = world.app
      await turnedBack(world, () => pass(evening, seconds * SECOND_MS))
      await system.crashes.again()
      await beginRestoreCheck(ctx)
      await pass(evening, HOUR_MS)
      await resumeAfterReview(ctx, { id: null, username: 'test', role: 'ADMIN' })
      // Only now the bank is asked for the payouts that waited, and says which of them it has made.
      await world.settle()
    },
  }
}
