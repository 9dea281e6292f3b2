import type * as fc from '#test/support/fast-check.ts'
import type { Evening } from './evening.ts'
import { checkAlways } from './invariants.ts'
import type { Model } from './model.ts'

/** One thing that somebody does, by the bank's doors, by ours, or by the clock. */
export type Deed = {
  /** For whoever reads a failure. */
  readonly words: string
  /** Without it always possible. */
  readonly needs?: (model: Model) => boolean
  does(evening: Evening, model: Model): Promise<void>
}

export type Command = fc.AsyncCommand<Model, Evening>

/** After every deed the notices on their way have arrived, and everything that must always hold is looked at. */
export function command(deed: Deed): Command {
  return {
    check: (model) => deed.needs?.(model) ?? true,
    async run(model, evening) {
      const { bank } = evening.world
      await deed.does(evening, model)
      await bank.idle()
      await checkAlways(evening, model)
      await evening.house.crashes.forget()
    },
    toString: () => deed.words,
  }
}
