import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import type { BankState, Payment } from './payment.ts'
import {
  booksAfter,
  checkIt,
  freshPayment,
  look,
  afterEvent,
  openPage,
  playIt,
  skipIt,
  tickAt,
  undoIt,
} from './payment.fixture.ts'
import type { PaymentBooks, PaymentEvent, PaymentHistory } from './payment.fixture.ts'

/**
 * The bank's states between two steps of ours, and the step that is taken on the last look. Songs, tips and checks as
 * in real use: paid at once, late or not at all, captured by the guard, given back by us or by the bank itself.
 */
type ScenarioStep = { readonly bank: readonly BankState[]; readonly step?: PaymentEvent }
type PaymentScenario = {
  readonly kind: Payment['kind']
  readonly chapters: readonly ScenarioStep[]
}

const graceOver = tickAt('graceOver')
const linkOver = tickAt('linkOver')
const guardTime = tickAt('guardTime')

const song = (...chapters: ScenarioStep[]): PaymentScenario => ({ kind: 'song', chapters })
const tip = (...chapters: ScenarioStep[]): PaymentScenario => ({ kind: 'tip', chapters })
const check = (...chapters: ScenarioStep[]): PaymentScenario => ({ kind: 'check', chapters })
const bank = (...states: BankState[]): ScenarioStep => ({ bank: states })
const bankThen = (step: PaymentEvent, ...states: BankState[]): ScenarioStep => ({
  bank: states,
  step,
})

const REFUND = ['refunding', 'refunded'] as const
const CALLED_OFF = [
  [bank('canceled')],
  [bank('expired')],
  [bank('rejected')],
  [bank('busy', 'held', 'voided')],
  [bank('busy', 'held'), bank('voided')],
  [bank('busy', 'held', 'charged', ...REFUND)],
  [bank('busy', 'charged', ...REFUND)],
  [bank('busy', 'charged'), bank(...REFUND)],
]

const SCENARIOS: readonly PaymentScenario[] = [
  ...(['rejected', 'expired', 'canceled'] as const).flatMap((end) => [
    song(bank('new', 'busy', end)),
    tip(bank('new', 'busy', end)),
    check(bank('new', end)),
  ]),
  // Held.
  song(bankThen(playIt, 'new', 'busy', 'held'), bankThen(graceOver, 'busy', 'charged')),
  song(bankThen(playIt, 'new', 'held'), bank('voided')),
  song(bankThen(playIt, 'new', 'held'), bankThen(undoIt), bankThen(skipIt), bank('voided')),
  song(bankThen(skipIt, 'new', 'held'), bank('busy', 'voided')),
  song(bankThen(skipIt, 'new', 'held'), bank('charged', ...REFUND)),
  song(bankThen(guardTime, 'held'), bankThen(playIt, 'busy', 'charged'), bankThen(graceOver)),
  song(bankThen(guardTime, 'held'), bankThen(skipIt, 'charged'), bank(...REFUND)),
  // Given back by the bank itself, seen by us on the way or not.
  song(bank('new', 'held', 'voided')),
  song(bank('new', 'held'), bank('voided')),
  song(bank('new', 'busy', 'held', 'charged', ...REFUND)),
  song(bankThen(playIt, 'charged'), bankThen(graceOver, ...REFUND)),
  song(bankThen(playIt, 'charged'), bankThen(graceOver), bank(...REFUND)),
  // Charged.
  song(bankThen(playIt, 'new', 'busy', 'held', 'charged'), bankThen(graceOver)),
  song(bankThen(playIt, 'charged'), bankThen(undoIt), bankThen(skipIt), bank(...REFUND)),
  song(bankThen(skipIt, 'new', 'busy', 'charged'), bank(...REFUND)),
  // Called off by us while the payer has the page.
  ...CALLED_OFF.flatMap((end) => [
    song(bankThen(skipIt, 'new'), ...end),
    song(bankThen(linkOver, 'new'), ...end),
    check(bankThen(linkOver, 'new'), ...end),
  ]),
  tip(bank('new', 'busy', 'held', 'charged')),
  tip(bank('charged'), bank(...REFUND)),
  tip(bankThen(linkOver, 'new'), bank('busy', 'charged')),
  check(bankThen(checkIt(true), 'new', 'charged')),
  check(bankThen(checkIt(false), 'new', 'charged'), bank(...REFUND)),
]

/**
 * Plays a story. Before the last look of each chapter come the stray looks: numbers that pick from all states of the
 * bank so far, so any may be missing, late, doubled or out of order.
 */
function runScenario(
  { kind, chapters }: PaymentScenario,
  strays: readonly (readonly number[])[],
  linkedFirst: boolean,
): PaymentHistory {
  let history: PaymentHistory = { payment: freshPayment({ kind }), postings: [], path: [] }
  const past: BankState[] = []
  for (const [at, chapter] of chapters.entries()) {
    past.push(...chapter.bank)
    const stray = (strays[at] ?? []).map((pick) => past[pick % past.length] ?? 'new')
    // A notification may overtake the answer that brings the page.
    if (at === 0 && linkedFirst) history = afterEvent(history, openPage)
    for (const one of stray) history = afterEvent(history, look(one))
    if (at === 0 && !linkedFirst) history = afterEvent(history, openPage)
    history = afterEvent(history, look(past.at(-1) ?? 'new'))
    if (chapter.step !== undefined) history = afterEvent(history, chapter.step)
  }
  return history
}

/** The end state: what is true of the money. */
function endOf({ payment, postings }: PaymentHistory): {
  state: string
  bankState: string | null
  books: PaymentBooks
} {
  const { state, bankState } = payment
  return { state, bankState, books: booksAfter(postings) }
}

/** The looks of a perfect observer: one at each state of the bank, in its order. */
function everyLook({ chapters }: PaymentScenario): number[][] {
  let so = 0
  return chapters.map((chapter) => chapter.bank.map(() => so++))
}

const storyNumber = fc.integer({ min: 0, max: SCENARIOS.length - 1 })
const strays = fc.array(fc.array(fc.nat(50), { maxLength: 6 }), { minLength: 4, maxLength: 4 })

describe('one true history at the bank', () => {
  test('ends in the same state and the same books, whichever looks were missed, late, doubled or out of order', () => {
    fc.assert(
      fc.property(storyNumber, strays, fc.boolean(), (number, stray, linkedFirst) => {
        const scenario = SCENARIOS[number]
        assert.ok(scenario)
        const history = runScenario(scenario, stray, linkedFirst)
        const expected = endOf(runScenario(scenario, everyLook(scenario), true))
        assert.deepEqual(endOf(history), expected, history.path.join(', '))
        const keys = history.postings.map(({ key }) => key)
        assert.equal(new Set(keys).size, keys.length, history.path.join(', '))
      }),
      { numRuns: 1000 },
    )
  })

  test('the stories are told to their ends: money rests where it belongs in all of them', () => {
    const rests = new Set(['released', 'returned', 'failed', 'expired', 'canceled'])
    const ends = new Map<string, number>()
    for (const scenario of SCENARIOS) {
      const { payment, path } = runScenario(scenario, everyLook(scenario), true)
      assert.ok(rests.has(payment.state), `${payment.state}: ${path.join(', ')}`)
      ends.set(payment.state, (ends.get(payment.state) ?? 0) + 1)
    }
    assert.deepEqual([...ends.keys()].toSorted(), [...rests].toSorted())
  })
})
