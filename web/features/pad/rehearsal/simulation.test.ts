import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { rulesFrom } from '#domain/queue/evening-rules.ts'
import { NO_NOTE } from '#domain/queue/own-song.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { makeEvening } from '../commands/command.fixture.ts'
import type { Action } from '../commands/command.ts'
import { actionsOn, additionOf } from '../commands/command.ts'
import type { Simulation } from './simulation.ts'
import {
  applyAction,
  eveningOf,
  lastPlayed,
  startSimulation,
  paidEntry,
  proposalOf,
  REHEARSAL_MS,
} from './simulation.ts'
import { advanceSimulation } from './listeners.ts'

const NOW = Date.parse('2026-11-25T18:00:00Z')
const songs = ['А', 'Б', 'В', 'Г', 'Д', 'Е'].map((title) => ({
  songId: `song ${title}`,
  title,
  artistName: '',
  imageUrl: '',
}))

const opened = (seed = 1, price: number | null = null, rules: Partial<EveningRules> = {}) =>
  startSimulation({ songs, rules: rulesFrom(rules), price, seed }, NOW)
const advancedBy = (simulation: Simulation, steps: number) => {
  let now = simulation
  for (let step = 0; step < steps; step += 1) now = advanceSimulation(now, NOW + step * SECOND_MS)
  return now
}
const next = (simulation: Simulation) => {
  const action = actionsOn(simulation.server).next()
  return action === null ? simulation : applyAction(simulation, action, NOW).simulation
}

describe('the hall of a rehearsal', () => {
  test('orders something at once, and lasts ten minutes', () => {
    const simulation = advanceSimulation(opened(), NOW)
    assert.equal(simulation.server.queue.length, 1)
    assert.ok(simulation.watchers > 0)
    assert.equal(Date.parse(simulation.server.endsAt), NOW + REHEARSAL_MS)
  })

  test('is the same for the same seed and another for another', () => {
    const queueOf = (seed: number) => advancedBy(opened(seed), 60).server.queue
    assert.deepEqual(queueOf(7), queueOf(7))
    assert.notDeepEqual(queueOf(7), queueOf(8))
  })

  test('orders, stands behind songs, thanks and tips in the course of an evening', () => {
    let simulation = opened(3, 20_000)
    for (let minute = 0; minute < 10; minute += 1) simulation = next(advancedBy(simulation, 20))
    assert.ok(simulation.played.length >= 5)
    assert.ok(simulation.tips.length > 0 && simulation.thanks.length > 0)
    assert.ok([...simulation.played, ...simulation.server.queue].some(({ backers }) => backers > 1))
    assert.ok(simulation.played.every(({ amount }) => amount >= 20_000))
    const { tips } = eveningOf(simulation)
    assert.equal(
      tips?.sum,
      simulation.tips.reduce((sum, { amount }) => sum + amount, 0),
    )
  })

  test('orders nothing once the reception is closed, and costs nothing where orders are free', () => {
    const open = advancedBy(opened(), 4)
    assert.ok(open.server.queue.every((entry) => paidEntry(open, entry).amount === 0))
    const closed = applyAction(open, { kind: 'close' }, NOW).simulation
    assert.equal(
      waiting(advancedBy(closed, 60).server.queue).length,
      waiting(closed.server.queue).length,
    )
  })

  test('lays orders as the turn of the evening does, and after so many own songs', () => {
    const sums = (turn: EveningRules['turn']) => {
      const simulation = advancedBy(opened(5, 10_000, { turn, lock: 0 }), 40)
      return waiting(simulation.server.queue).map((entry) => paidEntry(simulation, entry).amount)
    }
    const byContribution = sums('contribution')
    assert.ok(byContribution.length > 3)
    assert.deepEqual(
      byContribution,
      byContribution.toSorted((one, other) => other - one),
    )
    assert.notDeepEqual(sums('arrival'), byContribution)
    const own = ['Своя', 'Другая'].map((title) => ({ ...songs[0]!, songId: title, title }))
    const between = own.reduce(
      (simulation, song) => applyAction(simulation, additionOf(song, NO_NOTE, NOW), NOW).simulation,
      advancedBy(opened(5, null, { orderAfter: 1, lock: 0 }), 10),
    )
    const [first, second, third] = waiting(between.server.queue)
    assert.deepEqual([first?.title, second?.status, third?.title], ['Своя', 'SCHEDULED', 'Другая'])
  })

  test('takes no more of a listener than the rules of the evening do', () => {
    const most = (rules: Partial<EveningRules>, price: number | null) => {
      const simulation = advancedBy(opened(4, price, rules), 200)
      const people = waiting(simulation.server.queue).flatMap(
        ({ id }) => simulation.behind[id]?.people ?? [],
      )
      return Math.max(...people.map((one) => people.filter((other) => other === one).length))
    }
    assert.equal(most({ freeWaiting: 1 }, null), 1)
    assert.equal(most({ paidWaiting: 1 }, 10_000), 1)
    assert.ok(most({}, 10_000) > 1)
    let simulation = opened(4, null, { wholeEvening: 1 })
    for (let minute = 0; minute < 10; minute += 1) simulation = next(advancedBy(simulation, 20))
    const ordered = [...simulation.played, ...simulation.server.queue].flatMap(
      ({ id }) => simulation.behind[id]!.people,
    )
    assert.ok(ordered.length > 7)
    assert.equal(new Set(ordered).size, ordered.length)
  })

  test('orders no song again before the rules let it sound again', () => {
    let simulation = opened(6, null, { repeats: 'not_tonight' })
    for (let minute = 0; minute < 10; minute += 1) simulation = next(advancedBy(simulation, 20))
    const ordered = [...simulation.played, ...simulation.server.queue].map(({ songId }) => songId)
    assert.equal(ordered.length, songs.length)
    assert.equal(new Set(ordered).size, ordered.length)
  })

  test('orders by the clock what can begin before the end, and more once it plays longer', () => {
    const simulation = advancedBy(opened(8, null, { byClock: true }), 60)
    assert.ok(simulation.server.byClock)
    // The fourth song would start after 9 to 15 minutes, the fifth after 12 at the earliest.
    assert.equal(waiting(simulation.server.queue).length, 4)
    const longer = actionsOn(simulation.server).playLonger(15, NOW)
    const more = advancedBy(applyAction(simulation, longer, NOW).simulation, 120)
    assert.ok(waiting(more.server.queue).length > 4)
    const until = new Date(NOW + 40 * MINUTE_MS).toISOString()
    const onBreak = applyAction(opened(8, null, { byClock: true }), { kind: 'break', until }, NOW)
    assert.equal(waiting(advancedBy(onBreak.simulation, 60).server.queue).length, 0)
    assert.equal(proposalOf(opened(), NOW), null)
    assert.deepEqual(proposalOf(advancedBy(opened(8), 60), NOW)?.minutesLeft, 10)
  })

  test('supports songs where the rules let it, once the reception is closed too', () => {
    const support = advancedBy(opened(9, 20_000, { support: true, lastCall: 'closed' }), 60)
    assert.deepEqual(support.server.queue, [])
    const open = advancedBy(opened(9, 20_000, { support: true }), 6)
    const closed = applyAction(open, { kind: 'close' }, NOW).simulation
    const sumOf = (simulation: Simulation) =>
      simulation.server.queue.reduce((sum, entry) => sum + paidEntry(simulation, entry).amount, 0)
    const later = advancedBy(closed, 60)
    assert.equal(later.orders, closed.orders)
    assert.ok(sumOf(later) > sumOf(closed))
    assert.equal((sumOf(later) - sumOf(closed)) % 2000, 0)
  })

  test('goes round the tables where a circle does', () => {
    const queuesOf = (byTable: boolean) =>
      [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => {
        const simulation = advancedBy(opened(seed, null, { turn: 'circle', byTable, lock: 0 }), 14)
        return waiting(simulation.server.queue).map((entry) => paidEntry(simulation, entry))
      })
    const titles = (halls: ReturnType<typeof queuesOf>) =>
      halls.map((queue) => queue.map(({ title }) => title))
    assert.notDeepEqual(titles(queuesOf(true)), titles(queuesOf(false)))
    assert.ok(
      queuesOf(true)
        .flat()
        .some(({ tables }) => (tables ?? []).length > 0),
    )
    assert.ok(
      queuesOf(false)
        .flat()
        .every(({ tables }) => (tables ?? []).length === 0),
    )
  })

  test('writes no more than the rules of the evening let a listener write', () => {
    const asksOf = (words: EveningRules['words']) => {
      const { behind } = advancedBy(opened(2, null, { words }), 60)
      return Object.values(behind).flatMap(({ asks }) => asks)
    }
    assert.deepEqual(asksOf('off'), [])
    assert.ok(asksOf('name').length > 0 && asksOf('name').every(({ words }) => words === ''))
    assert.ok(asksOf('name_and_words').some(({ words }) => words !== ''))
  })

  test('lets a played song be taken back for twenty seconds', () => {
    const playing = next(advancedBy(opened(), 6))
    const played = next(playing)
    const [song] = played.played
    assert.ok(song)
    assert.equal(lastPlayed(played, NOW)?.undoSeconds, 20)
    const undo = { kind: 'undo', entry: song } as const
    const back = applyAction(played, undo, NOW + 19 * SECOND_MS)
    assert.deepEqual([back.why, back.simulation.played], [null, []])
    assert.equal(nowOf(back.simulation.server.queue)?.id, song.id)
    const late = applyAction(played, undo, NOW + 20 * SECOND_MS)
    assert.match(late.why ?? '', /слишком много времени/u)
    assert.equal(late.simulation, played)
  })
})

type Press = { readonly kind: string; readonly at: number }

/** The action of a press on this queue; null where there is nothing to press. */
function actionOf(simulation: Simulation, { kind, at }: Press): Action | null {
  const { queue } = simulation.server
  const songsWaiting = waiting(queue).filter(({ status }) => status !== 'COLLECTING')
  const entry = songsWaiting[at % Math.max(1, songsWaiting.length)]
  const other = songsWaiting[(at + 1) % Math.max(1, songsWaiting.length)]
  if (kind === 'next') return actionsOn(simulation.server).next()
  if (kind === 'pause' || kind === 'resume' || kind === 'close' || kind === 'open') return { kind }
  if (kind === 'undo') {
    const last = simulation.played[0]
    return last === undefined ? null : { kind, entry: last }
  }
  if (kind === 'add') {
    const song = { songId: `song Своя ${at}`, title: `Своя ${at}`, artistName: '', imageUrl: '' }
    return additionOf(song, NO_NOTE, at)
  }
  if (kind === 'longer') return actionsOn(simulation.server).playLonger(15, NOW)
  if (entry === undefined) return null
  if (kind === 'up') return actionsOn(simulation.server).oneUp(entry)
  if (kind === 'move')
    return {
      kind,
      entry,
      list: 'QUEUED',
      before: other?.status === 'QUEUED' && other !== entry ? other.id : null,
    }
  return { kind: kind as 'top' | 'queue' | 'back' | 'skip', entry }
}

const KINDS = ['next', 'pause', 'resume', 'close', 'open', 'undo', 'add', 'longer', 'up', 'move']
const anyPress = fc.record({
  kind: fc.constantFrom('hall', 'hall', ...KINDS, 'top', 'queue', 'back', 'skip'),
  at: fc.nat({ max: 40 }),
})

test('its queue is that of a server by the rules of the domain, whatever is pressed', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(anyPress, { maxLength: 60 }), (seed, presses) => {
      let simulation = opened(seed)
      const evening = makeEvening([], { knowsKeys: false })
      const list = () => simulation.server.queue.map(({ title, status }) => `${title} ${status}`)
      for (const press of presses) {
        if (press.kind === 'hall') {
          const known = new Set(simulation.server.queue.map(({ id }) => id))
          simulation = advanceSimulation(simulation, NOW)
          for (const { id, title } of simulation.server.queue)
            if (!known.has(id)) evening.order(title, id)
        } else {
          const action = actionOf(simulation, press)
          if (action === null) continue
          simulation = applyAction(simulation, action, NOW).simulation
          evening.elsewhere(() => action)
        }
        assert.deepEqual(list(), evening.serverQueue(), press.kind)
        const { active, closed } = evening.serverState()
        assert.deepEqual([simulation.server.active, simulation.server.closed], [active, closed])
      }
    }),
    { numRuns: 300 },
  )
})

test('ten minutes of it never hold more songs than a pad shows', () => {
  const simulation = advancedBy(opened(11), (REHEARSAL_MS / MINUTE_MS) * 30)
  assert.ok(waiting(simulation.server.queue).length <= 12)
})
