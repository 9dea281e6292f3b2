import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import * as concerts from './concert.ts'
import type { ConcertClock } from './concert.ts'
import { Refusal } from '../refusal.ts'

const at = (time: string): Date => new Date(`2026-11-21T${time}:00Z`)

/** From 19:00 to 21:00. */
const planned: ConcertClock = {
  status: 'SCHEDULED',
  active: false,
  startsAt: at('19:00'),
  endsAt: at('21:00'),
  autoRun: false,
}
const running: ConcertClock = { ...planned, status: 'NOW', active: true }
const paused: ConcertClock = { ...running, active: false }
const played: ConcertClock = { ...planned, status: 'PLAYED' }

function refuses(step: () => unknown, code: string, sentence: RegExp): void {
  assert.throws(step, (error) => {
    assert.ok(error instanceof Refusal)
    assert.equal(error.code, code)
    assert.match(error.message, sentence)
    return true
  })
}

describe('the life of a concert', () => {
  test('starts early, on time or late, and keeps its planned end', () => {
    for (const time of ['00:00', '19:00', '20:59']) {
      assert.deepEqual(concerts.start(planned, at(time)), running)
    }
  })

  test('cannot start once its end has come, and not twice', () => {
    refuses(() => concerts.start(planned, at('21:00')), 'ILLEGAL_STEP', /уже прошло/u)
    refuses(() => concerts.start(running, at('20:00')), 'ILLEGAL_STEP', /уже идёт/u)
    refuses(() => concerts.start(paused, at('20:00')), 'ILLEGAL_STEP', /уже идёт/u)
    refuses(() => concerts.start(played, at('20:00')), 'ILLEGAL_STEP', /уже завершён/u)
  })

  test('pauses and goes on', () => {
    assert.deepEqual(concerts.pause(running), paused)
    assert.deepEqual(concerts.resume(paused), running)
    refuses(() => concerts.pause(paused), 'ILLEGAL_STEP', /уже на паузе/u)
    refuses(() => concerts.resume(running), 'ILLEGAL_STEP', /уже идёт/u)
    for (const step of [concerts.pause, concerts.resume]) {
      refuses(() => step(planned), 'ILLEGAL_STEP', /ещё не начался/u)
      refuses(() => step(played), 'ILLEGAL_STEP', /уже завершён/u)
    }
  })

  test('ends from running and from paused, and only once', () => {
    assert.deepEqual(concerts.end(running), played)
    assert.deepEqual(concerts.end(paused), played)
    refuses(() => concerts.end(planned), 'ILLEGAL_STEP', /ещё не начался/u)
    refuses(() => concerts.end(played), 'ILLEGAL_STEP', /уже завершён/u)
  })

  test('takes a break until a time within the hour, and goes on before it or after it', () => {
    const rests = concerts.takeBreak(running, at('20:15'), at('20:00'))
    assert.deepEqual([rests.status, rests.active, rests.breakUntil], ['NOW', false, at('20:15')])
    assert.deepEqual(concerts.resume(rests), { ...running, breakUntil: null })
    const rest = (concert: ConcertClock, until: string) => () =>
      concerts.takeBreak(concert, at(until), at('20:00'))
    assert.deepEqual(rest(paused, '21:00')().breakUntil, at('21:00'))
    refuses(rest(running, '20:00'), 'ILLEGAL_STEP', /уже прошло/u)
    refuses(rest(running, '21:02'), 'ILLEGAL_STEP', /не дольше 60 минут/u)
    refuses(rest(played, '20:15'), 'ILLEGAL_STEP', /уже завершён/u)
    refuses(rest(planned, '20:15'), 'ILLEGAL_STEP', /ещё не начался/u)
  })

  test('is played longer while it runs, by six hours altogether', () => {
    const more = (minutes: number) => ({ minutes })
    const now = at('20:00')
    const long = concerts.playLonger({ ...running, longerMinutes: 330 }, more(30), now)
    assert.deepEqual([long.endsAt, long.longerMinutes], [at('21:30'), 360])
    refuses(() => concerts.playLonger(long, more(15), now), 'ILLEGAL_STEP', /чем на 6 часов/u)
    for (const still of [planned, played]) {
      const longer = () => concerts.playLonger({ ...still, longerMinutes: 0 }, more(15), now)
      refuses(longer, 'ILLEGAL_STEP', /./u)
    }
  })

  test('is played longer from now once its end has passed, and a late press from when it was pressed', () => {
    const longer = (until?: Date, before = 0) => {
      const now = new Date(at('21:20').getTime() + 1)
      const wish = { minutes: 15, until }
      const after = concerts.playLonger({ ...running, longerMinutes: before }, wish, now)
      return [after.endsAt, after.longerMinutes]
    }
    assert.deepEqual(longer(), [new Date(at('21:35').getTime() + 1), 36])
    assert.deepEqual(longer(at('21:25')), [at('21:25'), 25])
    assert.deepEqual(longer(at('21:15')), [at('21:15'), 15])
    assert.deepEqual(longer(at('21:05')), [at('21:15'), 15])
    assert.deepEqual(longer(at('23:00')), longer())
    refuses(() => longer(at('21:25'), 336), 'ILLEGAL_STEP', /чем на 6 часов/u)
  })

  test('closes unstarted only when its whole time has passed', () => {
    assert.deepEqual(concerts.close(planned, at('21:00')), played)
    refuses(() => concerts.close(planned, at('20:59')), 'ILLEGAL_STEP', /ещё не начался/u)
    refuses(() => concerts.close(running, at('23:00')), 'ILLEGAL_STEP', /уже идёт/u)
    refuses(() => concerts.close(played, at('23:00')), 'ILLEGAL_STEP', /уже завершён/u)
  })

  test('whatever is pressed and whenever, it moves as its table says and is active only while NOW', () => {
    const press = fc.constantFrom(
      concerts.start,
      concerts.pause,
      concerts.resume,
      concerts.end,
      concerts.close,
    )
    const minute = fc.integer({ min: 0, max: 300 })
    fc.assert(
      fc.property(fc.array(fc.tuple(press, minute), { size: 'max', maxLength: 20 }), (presses) => {
        let concert = planned
        for (const [step, minutes] of presses) {
          const before = Object.freeze(concert)
          try {
            concert = step(concert, new Date(at('18:00').getTime() + minutes * 60_000))
          } catch (error) {
            assert.ok(error instanceof Refusal)
          }
          if (concert.status !== before.status) {
            assert.ok(concerts.CONCERT_TRANSITIONS[before.status].includes(concert.status))
          }
          assert.ok(!concert.active || concert.status === 'NOW')
          assert.deepEqual(concert.endsAt, planned.endsAt)
        }
      }),
    )
  })
})

const due = (concert: ConcertClock, time: string, grace?: number) =>
  concerts.dueByClock(concert, at(time), grace)

test('a concert is its own artist’s to change, and nobody else’s', () => {
  const concert = { artistId: 'a' }
  assert.equal(concerts.ownConcert(concert, 'a'), concert)
  refuses(() => concerts.ownConcert(concert, 'b'), 'NOT_YOURS', /другого музыканта/u)
  refuses(() => concerts.ownConcert(undefined, 'a'), 'NOT_FOUND', /концерта нет/u)
})

test('the queue is arranged, and listeners say that they will come, until the concert is over', () => {
  for (const concert of [planned, running, paused]) {
    concerts.admitArranging(concert)
    concerts.admitGoing(concert)
  }
  refuses(() => concerts.admitArranging(played), 'ILLEGAL_STEP', /^Концерт уже завершён$/u)
  refuses(() => concerts.admitGoing(played), 'SESSION_NOT_OPEN', /^Концерт уже завершён$/u)
})

test('a concert is deleted before it or after it, never while it is on', () => {
  concerts.admitDeletion(planned)
  concerts.admitDeletion(played)
  for (const concert of [running, paused]) {
    refuses(() => concerts.admitDeletion(concert), 'ILLEGAL_STEP', /^Концерт идёт/u)
  }
})

describe('the clock', () => {
  test('starts a concert at its start time where its artist asked for that', () => {
    const auto = { ...planned, autoRun: true }
    assert.equal(due(auto, '18:59'), null)
    assert.equal(due(auto, '19:00'), 'start')
    assert.equal(due(auto, '20:59'), 'start')
    assert.equal(due(planned, '20:59'), null)
  })

  test('closes a concert that nobody started when its end has come, auto-run or not', () => {
    assert.equal(due(planned, '21:00'), 'close')
    assert.equal(due({ ...planned, autoRun: true }, '21:00'), 'close')
  })

  test('ends a running concert an hour after its end, or as the configuration says', () => {
    assert.equal(due(running, '21:59'), null)
    assert.equal(due(running, '22:00'), 'end')
    assert.equal(due(paused, '22:00'), 'end')
    assert.equal(due(running, '21:14', 15), null)
    assert.equal(due(running, '21:15', 15), 'end')
  })

  test('leaves a played concert alone', () => {
    assert.equal(due({ ...played, autoRun: true }, '23:59'), null)
  })

  test('never asks for a step that the concert would refuse', () => {
    const steps = { start: concerts.start, end: concerts.end, close: concerts.close }
    const concert = fc.record({
      kind: fc.constantFrom(planned, running, paused, played),
      autoRun: fc.boolean(),
    })
    fc.assert(
      fc.property(concert, fc.integer({ min: -60, max: 300 }), ({ kind, autoRun }, minutes) => {
        const now = new Date(at('19:00').getTime() + minutes * 60_000)
        const one = { ...kind, autoRun }
        const step = concerts.dueByClock(one, now)
        if (step === null) return
        const after = steps[step](one, now)
        assert.notEqual(after.status, one.status)
        assert.notEqual(concerts.dueByClock(after, now), step)
      }),
    )
  })
})

test('a concert on the street ends three hours after the last command, whatever was planned', () => {
  const street = { ...running, commandedAt: at('20:00') }
  assert.equal(concerts.dueByClock(street, at('22:59'), 0), null)
  assert.equal(concerts.dueByClock(street, at('23:00'), 600), 'end')
  refuses(
    () => concerts.playLonger({ ...street, longerMinutes: 0 }, { minutes: 30 }, at('20:30')),
    'ILLEGAL_STEP',
    /пока вы его не завершите/u,
  )
})

test('the end is the start and the duration, across midnight too', () => {
  assert.deepEqual(concerts.endOf(at('23:30'), 2, 45), new Date('2026-11-22T02:15:00Z'))
})

test('the countdown shows whole minutes rounded up and stops at zero', () => {
  const left = (now: Date) => concerts.countdown(at('21:00'), now)
  assert.deepEqual(left(at('19:00')), { hours: 2, minutes: 0, overdue: false })
  assert.deepEqual(left(new Date(at('19:00').getTime() + 1)), {
    hours: 2,
    minutes: 0,
    overdue: false,
  })
  assert.deepEqual(left(at('20:59')), { hours: 0, minutes: 1, overdue: false })
  assert.deepEqual(left(at('21:00')), { hours: 0, minutes: 0, overdue: false })
  assert.deepEqual(left(at('21:01')), { hours: 0, minutes: 0, overdue: true })
  assert.deepEqual(left(new Date('2026-11-19T20:30:00Z')).hours, 48)
})
