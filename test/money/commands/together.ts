import type { ModelDeed } from '../deed.ts'
import { newModel } from '../model.ts'
import type { Bill } from '../model.ts'
import { chargeBack } from './bank-side.ts'
import { night, runWorkers } from './hours.ts'
import { endDisputes } from './operator.ts'
import { next } from './stage.ts'

/** Several deeds that often come one after another; the money's workers run behind them. */
function inTurn(deeds: readonly ModelDeed[]): ModelDeed {
  return {
    words: deeds.map(({ words }) => words).join(', then '),
    needs: (model) => deeds[0]?.needs?.(model) ?? true,
    async does(evening, model) {
      for (const deed of deeds) if (deed.needs?.(model) ?? true) await deed.does(evening, model)
    },
  }
}

/** Somebody gets a page and pays there at once. */
export function paidAtOnce(asking: ModelDeed, paying: (pick: number) => ModelDeed): ModelDeed {
  const pay = paying(0)
  return {
    words: `${asking.words}, then ${pay.words}`,
    async does(evening, model) {
      const before = new Set(model.bills)
      await asking.does(evening, model)
      const fresh: Bill[] = model.bills.filter((bill) => !before.has(bill))
      if (fresh.length > 0) await pay.does(evening, { ...newModel(), bills: fresh })
      await runWorkers(1).does(evening, model)
    },
  }
}

/** A payer complains, the registry tells of it in the night, and an operator ends it. */
export function disputed(pick: number, whose: 'charge' | 'close'): ModelDeed {
  return inTurn([chargeBack(pick), night, endDisputes(whose)])
}

/** A song comes and is played through. */
export function playedThrough(song: number | null): ModelDeed {
  return inTurn([next(song), next(null)])
}
