import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { everyCommand } from './commands/every-command.ts'
import type { ModelCommand } from './action.ts'
import { beginEvening } from './evening.ts'
import type { EveningOpening } from './evening.ts'
import { makeSystems } from './system.ts'
import { newModel } from './model.ts'
import { settleAndCheck } from './settle-and-check.ts'
import { shortened } from './shortened.ts'

/** MONEY_RUNS=5000 for the long form; FUZZ_SEED and MONEY_PATH, as a failure prints them, replay the same evening. */
const { MONEY_RUNS: runs = '15', MONEY_PATH: path } = process.env
const MOST_COMMANDS = 60

const opening: fc.Arbitrary<EveningOpening> = fc.record({
  numberChecked: fc.boolean(),
  together: fc.boolean(),
  laterIn: fc.constantFrom(3, 30, 9 * 24),
  laterStartsItself: fc.boolean(),
  minutesLeft: fc.constantFrom(110, 600),
})

const systems = makeSystems()
after(() => systems.close())

async function played(begins: EveningOpening, actions: Iterable<ModelCommand>): Promise<void> {
  const system = await systems.take()
  try {
    const evening = await beginEvening(system, begins)
    const model = newModel()
    await fc.asyncModelRun(() => ({ model, real: evening }), actions)
    await settleAndCheck(evening, model)
  } catch (error) {
    // Its leftovers must not be taken for the next evening's.
    await systems.close()
    throw error
  }
}

test('whatever happens on an evening, everybody’s money is where it belongs the morning after', async (t) => {
  const actions = fc.commands([everyCommand], { maxCommands: MOST_COMMANDS, size: 'max' })
  await systems.take()
  const evening = fc.asyncProperty(opening, actions, played)
  const found = await fc.check(evening, {
    numRuns: Number(runs),
    // An evening is shortened by leaving actions out, which says more than smaller sums.
    endOnFailure: true,
    ...(path === undefined ? {} : { path }),
  })
  t.diagnostic(`${found.numRuns} evenings, FUZZ_SEED=${found.seed}`)
  assert.ok(found.numRuns > 0, 'no evening was played, so that nothing is known of any')
  if (found.counterexample === null) return
  const [begins, all] = found.counterexample
  const left = await shortened([...all], (some) => played(begins, some))
  const first = String(found.errorInstance)
  const again = `FUZZ_SEED=${found.seed} MONEY_PATH=${found.counterexamplePath}`
  const lines = [
    `evening ${found.numRuns} went wrong. It begins ${JSON.stringify(begins)}`,
    ...left.actions.map((action) => `  ${String(action)}`),
    `  ${left.message}`,
    ...(left.error === null ? [first] : []),
    `again: ${again} node --test test/money/any-evening.test.ts`,
  ]
  throw new Error(lines.join('\n'), { cause: left.error })
})
