import type * as fc from '#test/support/fast-check.ts'
import type { MoneyEvening } from './evening.ts'
import { checkAlways } from './invariants.ts'
import type { Model } from './model.ts'

/** One thing that somebody does, by the bank's doors, by ours, or by the clock. */
export type ModelAction = {
  /** For whoever reads a failure. */
  readonly words: string
  /** Without it always possible. */
  readonly needs?: (model: Model) => boolean
  does(evening: MoneyEvening, model: Model): Promise<void>
}

export type ModelCommand = fc.AsyncCommand<Model, MoneyEvening>

/** After every action the notices on their way have arrived, and everything that must always hold is looked at. */
export function command(action: ModelAction): ModelCommand {
  return {
    check: (model) => action.needs?.(model) ?? true,
    async run(model, evening) {
      const { bank } = evening.world
      await action.does(evening, model)
      await bank.idle()
      await checkAlways(evening, model)
      await evening.system.crashes.forget()
    },
    toString: () => action.words,
  }
}
