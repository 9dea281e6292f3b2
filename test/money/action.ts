import type * as fc from '#test/support/inputs/fast-check.ts'
import type { MoneyEvening } from './evening.ts'
import { checkAlways } from './invariants.ts'
import type { Model } from './model.ts'

/** One action, through the bank's endpoints, through ours, or by the clock. */
export type ModelAction = {
  /** Text for the report of a failure. */
  readonly label: string
  /** If absent, the action is always possible. */
  readonly needs?: (model: Model) => boolean
  does(evening: MoneyEvening, model: Model): Promise<void>
}

export type ModelCommand = fc.AsyncCommand<Model, MoneyEvening>

/** After every action the pending notices are delivered and all invariants are checked. */
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
    toString: () => action.label,
  }
}
