import type { ModelAction } from '../action.ts'
import { newModel } from '../model.ts'
import type { Bill } from '../model.ts'
import { beginBattle, endBattle, voteInBattle } from './battles.ts'
import type { Vote } from './battles.ts'
import { chargeBack } from './bank-side.ts'
import { night, runWorkers } from './hours.ts'
import { endDisputes } from './operator.ts'
import { next } from './stage.ts'

/** Several actions that often come one after another, as one action. */
function inTurn(actions: readonly ModelAction[]): ModelAction {
  return {
    label: actions.map(({ label }) => label).join(', then '),
    needs: (model) => actions[0]?.needs?.(model) ?? true,
    async does(evening, model) {
      for (const action of actions)
        if (action.needs?.(model) ?? true) await action.does(evening, model)
    },
  }
}

/** Gets a bank page, pays there at once and runs the workers once. */
export function paidAtOnce(
  asking: ModelAction,
  paying: (pick: number) => ModelAction,
): ModelAction {
  const pay = paying(0)
  return {
    label: `${asking.label}, then ${pay.label}`,
    async does(evening, model) {
      const before = new Set(model.bills)
      await asking.does(evening, model)
      const fresh: Bill[] = model.bills.filter((bill) => !before.has(bill))
      if (fresh.length > 0) await pay.does(evening, { ...newModel(), bills: fresh })
      await runWorkers(1).does(evening, model)
    },
  }
}

/** A battle begins, is voted in, and ends, if it does not go on. */
export function battled(
  songs: readonly number[],
  votes: readonly Vote[],
  {
    paying,
    ends,
  }: { readonly paying: (pick: number) => ModelAction; readonly ends: 'end' | 'cancel' | null },
): ModelAction {
  const voted = votes.map((vote) => paidAtOnce(voteInBattle(vote), paying))
  const ending = ends === null ? [] : [endBattle(ends)]
  return inTurn([beginBattle(songs), ...voted, ...ending])
}

/** A payer disputes a charge, the registry reports it in the night, and an operator settles it. */
export function disputed(pick: number, whose: 'charge' | 'close'): ModelAction {
  return inTurn([chargeBack(pick), night, endDisputes(whose)])
}

/** A song becomes NOW and is played through. */
export function playedThrough(song: number | null): ModelAction {
  return inTurn([next(song), next(null)])
}
