import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import * as concerts from './concert.ts'
import type { ConcertClock, ConcertDraft } from './concert.ts'
import { Refusal } from './refusal.ts'

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
            assert.ok(concerts.CONCERT_MOVES[before.status].includes(concert.status))
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

describe('a draft', () => {
  const now = at('12:00')
  const draft: ConcertDraft = {
    startsAt: '2026-11-21T22:00:00+03:00',
    durationHours: 2,
    durationMinutes: 30,
    title: '  Осенний\tквартирник ',
    place: { name: ' Бар «Дом» ', description: '', longitude: 37.6, latitude: 55.75 },
  }
  const check = (change: Partial<ConcertDraft>) => concerts.checkDraft({ ...draft, ...change }, now)
  const place = (change: Partial<ConcertDraft['place']>) => ({
    place: { ...draft.place, ...change },
  })

  function refusesFields(change: Partial<ConcertDraft>, fields: Record<string, RegExp>): void {
    assert.throws(
      () => check(change),
      (error) => {
        assert.ok(error instanceof Refusal)
        assert.equal(error.code, 'VALIDATION')
        assert.deepEqual(Object.keys(error.fields ?? {}), Object.keys(fields))
        for (const [field, sentence] of Object.entries(fields)) {
          assert.match(error.fields?.[field] ?? '', sentence)
        }
        return true
      },
    )
  }

  test('comes out tidied, with its moments', () => {
    assert.deepEqual(check({}), {
      startsAt: at('19:00'),
      endsAt: at('21:30'),
      title: 'Осенний квартирник',
      place: { name: 'Бар «Дом»', description: '', longitude: 37.6, latitude: 55.75 },
    })
  })

  test('may name no point on the map', () => {
    const nowhere = check(place({ longitude: null, latitude: null })).place
    assert.deepEqual([nowhere.longitude, nowhere.latitude], [null, null])
  })

  test('is refused where the moment is not one, has no offset, or is not in the calendar', () => {
    const wrong = /^Некорректная дата и время\. Проверьте формат\.$/u
    const moments = ['', 'завтра', '2026-11-21', '2026-11-21T22:00:00', '2027', 'Nov 21 2027 GMT']
    const never = ['2027-02-30T10:00:00Z', '2027-13-01T10:00:00Z', '2027-01-01T25:00:00Z']
    for (const startsAt of [...moments, ...never, '2027-01-01T10:00:00+99:00']) {
      refusesFields({ startsAt }, { dateTimeStart: wrong })
    }
    for (const startsAt of ['2028-02-29T10:00Z', '2027-01-01T10:00:00.000Z']) check({ startsAt })
  })

  test('is refused where it starts now or before', () => {
    for (const startsAt of ['2026-11-21T12:00:00Z', '2026-11-21T14:59:59+03:00']) {
      refusesFields({ startsAt }, { dateTimeStart: /^Выберите время в будущем$/u })
    }
  })

  test('is announced for two years ahead at most', () => {
    check({ startsAt: '2028-11-20T20:00:00Z' })
    const tooFar = { dateTimeStart: /не дальше чем на два года вперёд/u }
    refusesFields({ startsAt: '9999-12-31T23:30:00Z' }, tooFar)
  })

  test('lasts from a minute to 24 hours 59 minutes', () => {
    check({ durationHours: 24, durationMinutes: 59 })
    check({ durationHours: 0, durationMinutes: 1 })
    for (const durationHours of [-1, 25, 1.5, NaN]) {
      refusesFields({ durationHours }, { durationHours: /от 0 до 24/u })
    }
    for (const durationMinutes of [-1, 60, 0.5]) {
      refusesFields({ durationMinutes }, { durationMinutes: /от 0 до 59/u })
    }
    refusesFields({ durationHours: 0, durationMinutes: 0 }, { durationHours: /длительность/u })
  })

  test('needs a title and a venue, none of them endless', () => {
    refusesFields({ title: ' ' }, { description: /Введите название концерта/u })
    refusesFields({ title: 'я'.repeat(121) }, { description: /120/u })
    refusesFields(place({ name: '' }), { 'location.name': /Введите название площадки/u })
    refusesFields(place({ name: 'я'.repeat(121) }), { 'location.name': /120/u })
    refusesFields(place({ description: 'я'.repeat(301) }), { 'location.description': /300/u })
    const longest = { title: 'я'.repeat(120), ...place({ description: 'я'.repeat(300) }) }
    assert.equal(check(longest).title.length, 120)
  })

  test('has its point on the globe, whole', () => {
    for (const longitude of [null, 180.1, -181, NaN]) {
      refusesFields(place({ longitude }), { 'location.longitude': /точку на карте/u })
    }
    for (const latitude of [null, 90.1, -91]) {
      refusesFields(place({ latitude }), { 'location.latitude': /точку на карте/u })
    }
    check(place({ longitude: -180, latitude: 90 }))
    check(place({ longitude: 0, latitude: 0 }))
  })

  test('names every wrong field at once', () => {
    refusesFields(
      {
        startsAt: 'x',
        durationHours: 99,
        durationMinutes: 99,
        title: '',
        place: { name: '', description: '', longitude: 999, latitude: 999 },
      },
      {
        dateTimeStart: /./u,
        durationHours: /./u,
        durationMinutes: /./u,
        description: /./u,
        'location.name': /./u,
        'location.longitude': /./u,
        'location.latitude': /./u,
      },
    )
  })
})

describe('an order', () => {
  test('is open before and during a concert, and closed after it', () => {
    concerts.admitOrder({ status: 'SCHEDULED', ableGetSongs: true })
    concerts.admitOrder({ status: 'NOW', ableGetSongs: true })
    const over = { status: 'PLAYED', ableGetSongs: true } as const
    refuses(() => concerts.admitOrder(over), 'SESSION_NOT_OPEN', /завершён/u)
  })

  test('is closed before and during a concert that takes none', () => {
    for (const status of ['SCHEDULED', 'NOW'] as const) {
      const concert = { status, ableGetSongs: false }
      refuses(() => concerts.admitOrder(concert), 'SESSION_NOT_OPEN', /не заказывают/u)
    }
  })

  test('of a song outside the repertoire is refused only where the artist plays that alone', () => {
    const picky = { requestFavoriteSongsOnly: true }
    const open = { requestFavoriteSongsOnly: false }
    concerts.admitSong({ inRepertoire: true }, picky)
    concerts.admitSong({ inRepertoire: true }, open)
    concerts.admitSong({ inRepertoire: false }, open)
    const foreign = { inRepertoire: false }
    refuses(() => concerts.admitSong(foreign, picky), 'SONG_NOT_ACCEPTED', /репертуар/u)
  })

  test('may suggest a song of its own, by title alone too', () => {
    assert.deepEqual(concerts.checkSuggestion(' Группа  крови ', ''), {
      title: 'Группа крови',
      artistName: '',
    })
    assert.equal(concerts.checkSuggestion('я'.repeat(120), 'я'.repeat(120)).title.length, 120)
    refuses(() => concerts.checkSuggestion('', 'Кино'), 'VALIDATION', /Введите название/u)
    refuses(() => concerts.checkSuggestion('я'.repeat(121), ''), 'VALIDATION', /120/u)
    refuses(() => concerts.checkSuggestion('Пачка', 'я'.repeat(121)), 'VALIDATION', /120/u)
    refuses(() => concerts.checkSuggestion('Па\u0000чка', ''), 'VALIDATION', /невидимые/u)
  })
})
