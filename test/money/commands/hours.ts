import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { runNightWork } from '#server/modules/reconciliation/reconciliation.service.ts'
import type { ModelAction } from '../action.ts'
import type { MoneyEvening } from '../evening.ts'
import { checkGuards } from '../invariants.ts'

/** Advances both clocks. */
export function tick(seconds: number): ModelAction {
  return {
    label: `tick(${seconds} s)`,
    async does({ world }) {
      world.advance(seconds * 1000)
    },
  }
}

export const runBank: ModelAction = {
  label: 'runBank()',
  async does({ world }) {
    await world.bank.tick()
  },
}

/** Runs the workers of one process, or of two on one database. */
export function runWorkers(processes: 1 | 2): ModelAction {
  return {
    label: `runWorkers(${processes})`,
    async does(evening, model) {
      await Promise.all(Array.from({ length: processes }, () => evening.work()))
      if (!model.mayFail) await checkGuards(evening)
    },
  }
}

/** Performs the action while the workers run. */
export function meanwhile(action: ModelAction): ModelAction {
  return {
    ...action,
    label: `meanwhile ${action.label}`,
    async does(evening, model) {
      await Promise.all([evening.work(), action.does(evening, model)])
    },
  }
}

/** Ten past five in Moscow, in UTC. */
const NIGHT = 2 * HOUR_MS + HOUR_MS / 6

/** Advances to the night after this evening: the bank closes its day, we read its registry and audit the books. */
export async function spendNight(evening: MoneyEvening): Promise<void> {
  const { world } = evening
  const today = Math.floor((world.now().getTime() - NIGHT) / DAY_MS)
  world.setNow(new Date((today + 1) * DAY_MS + NIGHT))
  while ((await world.bank.tick()) > 0);
  await evening.alive(() => runNightWork(world.app.ctx))
}

export const night: ModelAction = { label: 'night()', does: spendNight }
