import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkAdvanced, checkCorrection, checkDraft, DEFAULT_ADVANCED } from './announcement.ts'
import type { ConcertDraft } from './announcement.ts'
import { Refusal } from '../refusal.ts'

const at = (time: string): Date => new Date(`2026-11-21T${time}:00Z`)

describe('a draft', () => {
  const now = at('12:00')
  const draft: ConcertDraft = {
    startsAt: '2026-11-21T22:00:00+03:00',
    durationHours: 2,
    durationMinutes: 30,
    title: '  Осенний\tквартирник ',
    place: { name: ' Бар «Дом» ', description: '', longitude: 37.6, latitude: 55.75 },
  }
  const check = (change: Partial<ConcertDraft>) => checkDraft({ ...draft, ...change }, now)
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

test('a correction leaves the time of a concert that runs, and a start that passed may stay', () => {
  const place = { name: 'Бар', description: '', longitude: null, latitude: null }
  const time = { startsAt: '2026-11-21T11:00:00Z', durationHours: 2, durationMinutes: 0 }
  const [startsAt, endsAt] = [at('11:00'), at('14:00')]
  const clock = { active: false, autoRun: false, startsAt, endsAt }
  const corrected = (status: 'SCHEDULED' | 'NOW' | 'PLAYED', more: object | null) =>
    checkCorrection(
      { title: 'Вечер', place, time: more && { ...time, ...more } },
      { ...clock, status },
      at('12:00'),
    )
  assert.deepEqual(corrected('SCHEDULED', {}).endsAt, at('13:00'))
  assert.deepEqual(
    corrected('SCHEDULED', { startsAt: '2026-11-21T20:00:00Z' }).startsAt,
    at('20:00'),
  )
  assert.deepEqual(corrected('NOW', null), { startsAt, endsAt, title: 'Вечер', place })
  const refused = (field: string) => (error: unknown) =>
    error instanceof Refusal && Object.keys(error.fields ?? {}).join(' ') === field
  assert.throws(() => corrected('NOW', {}), refused('dateTimeStart'))
  const other = { startsAt: '2026-11-21T11:30:00Z' }
  assert.throws(() => corrected('SCHEDULED', other), refused('dateTimeStart'))
  assert.throws(() => corrected('SCHEDULED', { durationHours: 1 }), refused('durationHours'))
  assert.throws(() => corrected('PLAYED', null), refused(''))
})

describe('what goes with a concert', () => {
  test('comes out tidied: line breaks of one kind, no spaces around', () => {
    const typed = { description: ' Первое\r\nвторое ', ticketLink: ' https://example.org/?q=1 ' }
    assert.deepEqual(checkAdvanced({ ...DEFAULT_ADVANCED, ...typed }), {
      ...DEFAULT_ADVANCED,
      description: 'Первое\nвторое',
      ticketLink: 'https://example.org/?q=1',
    })
  })

  test('gets the scheme of its ticket link where it was typed without one', () => {
    const { ticketLink } = checkAdvanced({ ...DEFAULT_ADVANCED, ticketLink: ' example.ru/x ' })
    assert.equal(ticketLink, 'https://example.ru/x')
  })

  test('names both wrong fields at once', () => {
    const links = [
      'javascript:alert(1)',
      'http:example.org',
      'https://exa mple.org',
      'https://localhost',
    ]
    for (const ticketLink of [...links, `https://example.org/${'a'.repeat(500)}`]) {
      const typed = { ...DEFAULT_ADVANCED, description: 'я'.repeat(4001), ticketLink }
      assert.throws(
        () => checkAdvanced(typed),
        (error) => {
          assert.ok(error instanceof Refusal)
          assert.deepEqual(Object.keys(error.fields ?? {}), ['description', 'ticketLink'])
          return true
        },
      )
    }
  })
})
