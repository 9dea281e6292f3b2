import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SerialEvening } from '#test/support/database/serial-run.ts'
import type { ConcertAction } from './harness/concert-actions.ts'
import type { HistoryOperation } from './harness/history.ts'
import { eveningText, explain } from './harness/serial-check.ts'
import type { WireOutcome } from './harness/wire-call.ts'
import { makeForwardOnly } from './harness/watcher.ts'

const at = (live: [string, 'NOW' | 'QUEUED' | 'SCHEDULED', number[]?][]): SerialEvening => ({
  live: live.map(([id, status, behind = []]) => ({
    id,
    songId: id,
    status,
    behind,
    brought: true,
    arrivedAt: 0,
  })),
  over: [],
  off: [],
  rules: { lastCall: 'open', freeWaiting: 2, turn: 'arrival', lock: 2, orderAfter: null },
  ownRun: 0,
  now: 0,
})
const BEFORE = at([
  ['а', 'NOW'],
  ['б', 'QUEUED'],
  ['в', 'QUEUED', [0]],
])
const KNOWN = new Set(['а', 'б', 'в'])

function told(
  action: ConcertAction,
  outcome: WireOutcome,
  [invokedMs, endedMs]: [number, number] = [0, 10],
): HistoryOperation<ConcertAction> {
  return { action, outcome, invokedMs, endedMs, code: null, status: null }
}
const next = (outcome: WireOutcome, when?: [number, number]) =>
  told({ kind: 'next', songId: null }, outcome, when)
const top = (songId: string, outcome: WireOutcome, when?: [number, number]) =>
  told({ kind: 'top', songId }, outcome, when)
const kindOf = (operations: HistoryOperation<ConcertAction>[], after: SerialEvening) =>
  explain(BEFORE, operations, eveningText(after, KNOWN)).kind

describe('the checker of many hands', () => {
  const afterNext = at([
    ['б', 'NOW'],
    ['в', 'QUEUED', [0]],
  ])

  test('explains what was accepted', () => {
    assert.equal(kindOf([next('ok')], afterNext), 'explained')
  })

  test('sees an accepted press that is lost', () => {
    assert.equal(kindOf([next('ok')], BEFORE), 'impossible')
  })

  test('sees a refused press that landed, and one that nobody made', () => {
    assert.equal(kindOf([next('fail')], afterNext), 'impossible')
    assert.equal(kindOf([], afterNext), 'impossible')
  })

  test('sees a press that was done twice', () => {
    const twice = at([['в', 'NOW', [0]]])
    assert.equal(kindOf([next('ok')], twice), 'impossible')
    assert.equal(kindOf([next('ok'), next('ok')], twice), 'explained')
  })

  test('lets a press of unknown outcome be done or not', () => {
    assert.equal(kindOf([next('info')], BEFORE), 'explained')
    assert.equal(kindOf([next('info')], afterNext), 'explained')
  })

  test('keeps the order of what came one after another, and no other', () => {
    const vFirst = at([
      ['а', 'NOW'],
      ['в', 'QUEUED', [0]],
      ['б', 'QUEUED'],
    ])
    const early: [number, number] = [0, 10]
    const late: [number, number] = [20, 30]
    const once = [top('в', 'ok', late), top('б', 'ok', early)]
    assert.equal(kindOf(once, vFirst), 'explained')
    assert.equal(kindOf([top('в', 'ok', early), top('б', 'ok', late)], vFirst), 'impossible')
    assert.equal(kindOf([top('в', 'ok'), top('б', 'ok')], vFirst), 'explained')
  })

  test('takes out what one phone ordered, and nothing else', () => {
    const out = (outcome: WireOutcome) =>
      told({ kind: 'out', phone: 0, askId: 'ask', entryIds: ['в'], orderIds: ['o'] }, outcome)
    const without = at([
      ['а', 'NOW'],
      ['б', 'QUEUED'],
    ])
    assert.equal(kindOf([out('ok')], without), 'explained')
    assert.equal(kindOf([out('ok')], BEFORE), 'impossible')
    assert.equal(kindOf([out('info')], BEFORE), 'explained')
  })

  test('sees an order behind the wrong phone', () => {
    const order = (phone: number) =>
      told({ kind: 'order', songId: 'б', key: 'k', phone, cookie: null }, 'ok')
    const after = at([
      ['а', 'NOW'],
      ['б', 'QUEUED', [1]],
      ['в', 'QUEUED', [0]],
    ])
    assert.equal(kindOf([order(1)], after), 'explained')
    assert.equal(kindOf([order(2)], after), 'impossible')
  })

  test('sees rules that are lost, and an order that no moment would have taken', () => {
    const closes = (outcome: WireOutcome, when?: [number, number]) =>
      told({ kind: 'rules', rules: { lastCall: 'closed' } }, outcome, when)
    const orders = (outcome: WireOutcome, when?: [number, number]) =>
      told({ kind: 'order', songId: 'б', key: 'k', phone: 1, cookie: null }, outcome, when)
    const closed = { ...BEFORE, rules: { ...BEFORE.rules, lastCall: 'closed' as const } }
    const ordered = {
      ...closed,
      live: at([
        ['а', 'NOW'],
        ['б', 'QUEUED', [1]],
        ['в', 'QUEUED', [0]],
      ]).live,
    }
    assert.equal(kindOf([closes('ok')], closed), 'explained')
    assert.equal(kindOf([closes('ok')], BEFORE), 'impossible')
    assert.equal(kindOf([closes('ok'), orders('ok')], ordered), 'explained')
    assert.equal(kindOf([closes('ok'), orders('fail')], closed), 'explained')
    assert.equal(kindOf([closes('ok', [0, 10]), orders('ok', [20, 30])], ordered), 'impossible')
  })
})

test('in a circle, the checker sees a second order that stands before somebody’s first', () => {
  const inCircle = (live: Parameters<typeof at>[0]) => {
    const evening = at(live)
    return { ...evening, rules: { ...evening.rules, turn: 'circle' as const, lock: 0 } }
  }
  const before = inCircle([
    ['а', 'SCHEDULED', [0]],
    ['б', 'SCHEDULED', [0]],
  ])
  const order = told({ kind: 'order', songId: 'в', key: 'k', phone: 1, cookie: null }, 'ok')
  const kind = (after: Parameters<typeof at>[0]) =>
    explain(before, [order], eveningText(inCircle(after), new Set(['а', 'б']))).kind
  assert.equal(
    kind([
      ['а', 'SCHEDULED', [0]],
      ['в', 'SCHEDULED', [1]],
      ['б', 'SCHEDULED', [0]],
    ]),
    'explained',
  )
  assert.equal(
    kind([
      ['а', 'SCHEDULED', [0]],
      ['б', 'SCHEDULED', [0]],
      ['в', 'SCHEDULED', [1]],
    ]),
    'impossible',
  )
})

describe('where the turn is switched to arrival, the checker', () => {
  const circle = at([
    ['а', 'SCHEDULED', [0]],
    ['в', 'SCHEDULED', [1]],
    ['б', 'SCHEDULED', [0]],
  ])
  const before = (arrivedAt: Record<string, number>): SerialEvening => ({
    ...circle,
    live: circle.live.map((one) => ({ ...one, arrivedAt: arrivedAt[one.id] ?? 0 })),
    rules: { ...circle.rules, turn: 'circle', lock: 0 },
  })
  const switches = told({ kind: 'rules', rules: { turn: 'arrival' } }, 'ok')
  const kind = (came: Record<string, number>, order: string[]) => {
    const live = order.map((id): [string, 'SCHEDULED', number[]] => [
      id,
      'SCHEDULED',
      [id === 'в' ? 1 : 0],
    ])
    const after = { ...at(live), rules: { ...circle.rules, lock: 0 } }
    return explain(before(came), [switches], eveningText(after, new Set(['а', 'б', 'в']))).kind
  }

  test('sees orders that are not laid by when they came', () => {
    const came = { а: 1, б: 2, в: 3 }
    assert.equal(kind(came, ['а', 'б', 'в']), 'explained')
    assert.equal(kind(came, ['а', 'в', 'б']), 'impossible')
    assert.equal(kind(came, ['б', 'а', 'в']), 'impossible')
  })

  test('lets those that came in one round stand in any order', () => {
    const came = { а: 1, б: 2, в: 2 }
    assert.equal(kind(came, ['а', 'б', 'в']), 'explained')
    assert.equal(kind(came, ['а', 'в', 'б']), 'explained')
    assert.equal(kind(came, ['б', 'а', 'в']), 'impossible')
  })
})

test('a song that goes back to where it was is seen', () => {
  const look = makeForwardOnly()
  const song = (status: 'NOW' | 'QUEUED') => ({ id: 'а', songId: 'а', status, backers: 1 })
  assert.deepEqual(look([song('QUEUED')]), [])
  assert.deepEqual(look([song('NOW')]), [])
  assert.equal(look([song('QUEUED')]).length, 1)
  assert.deepEqual(makeForwardOnly()([]), [])
})
