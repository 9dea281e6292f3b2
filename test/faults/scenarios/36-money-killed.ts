import type { Scenario } from '../scenario.ts'
import { runTestFiles } from '../test-files.ts'

export const scenario: Scenario = {
  number: 36,
  title: '`kill -9` at each crash point of a payment, both engines',
  pass: 'nothing lost, nothing twice, ledger 0',
  engines: ['postgres'],
  inTests: [],
  minutes: 60,
  run: () => runTestFiles(['test/faults/money-kill.test.ts'], { env: { MONEY_KILL_ROUNDS: '1' } }),
}
