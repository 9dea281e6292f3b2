import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_RULES } from '#domain/queue/evening-rules.ts'
import { concertMeta, hasMovedWithMoney, offersBefore, takesOrders } from './concert-view.ts'

const ADDRESS = 'https://bis.example/user/lada/1'

const SESSION = {
  id: '1',
  title: 'Тихий концерт',
  description: 'Тихий концерт',
  dateTimeStart: '2026-11-28T20:00:00+03:00',
  dateTimeEnd: '2026-11-28T22:00:00+03:00',
  timeAndDay: 'суббота, 28 нояб., 20:00',
  date: '28',
  month: 'ноября',
  sessionStatus: 'SCHEDULED',
  active: false,
  location: {
    name: 'Подвал',
    country: 'Россия',
    city: 'Москва',
    street: '',
    houseNumber: '',
    address: '',
    description: '',
    longitude: null,
    latitude: null,
    timeZone: 'Europe/Moscow',
  },
  artist: { username: 'lada', name: 'Лада', imageUrl: '' },
  artists: [],
  advancedSession: {
    age: 18,
    description: '',
    ticketLink: '',
    privacy: {
      ableGetSongs: true,
      closedSession: false,
      showSongsOnPoster: true,
      autoRunSession: false,
    },
  },
  goingCount: 0,
} as const

const meta = (sessionStatus: 'SCHEDULED' | 'NOW' = 'SCHEDULED') =>
  concertMeta({
    address: ADDRESS,
    artistName: 'Лада',
    group: false,
    session: { ...SESSION, artists: [], sessionStatus },
  }) as Record<string, unknown>[]

const contentOf = (tags: ReturnType<typeof meta>, name: string) =>
  tags.find(({ property }) => property === name)?.['content']

test('new orders are taken until the reception is closed', () => {
  const takes = (lastCall: 'open' | 'closed') =>
    takesOrders({ ...SESSION, artists: [], rules: { ...DEFAULT_RULES, lastCall } })
  assert.deepEqual([takes('open'), takes('closed')], [true, false])
})

test('the money of a moved concert is spoken of where there may be any, with the artist’s words or without', () => {
  const money = (moved: boolean, paidSongsEnabled: boolean, rules = {}, words = {}) =>
    hasMovedWithMoney(
      {
        ...SESSION,
        artists: [],
        ...(moved && { dateTimeStartWas: '2026-11-27T20:00:00+03:00' }),
        rules,
        ...words,
      },
      {
        paymentPublicDTO: {
          donationEnabled: true,
          description: '',
          paidSongsEnabled,
          minSongAmount: 100,
        },
      },
    )
  assert.ok(money(true, true))
  assert.ok(money(true, false, { money: 'paid' }))
  assert.ok(!money(true, false, {}, { words: 'Простите' }))
  assert.ok(!money(true, true, { money: 'free' }))
  assert.ok(!money(false, true))
})

test('«Сообщить о переносе» is offered where the move will be told: of a closed concert, to who goes', () => {
  const { advancedSession } = SESSION
  const moved = { dateTimeStartWas: '2026-11-27T20:00:00+03:00' }
  const offers = (closedSession: boolean, goes: boolean, wasMoved = {}, ticketLink = '') => {
    const privacy = { ...advancedSession.privacy, closedSession }
    const advanced = { ...advancedSession, ticketLink, privacy }
    const session = { ...SESSION, artists: [], ...wasMoved, advancedSession: advanced }
    const { going, reminder } = offersBefore(session, goes)
    return { going, reminder }
  }
  const ticket = 'https://tickets.example'
  assert.deepEqual(offers(true, false, moved), { going: false, reminder: false })
  assert.deepEqual(offers(true, false, {}, ticket), { going: true, reminder: false })
  assert.deepEqual(offers(true, true, {}, ticket), { going: true, reminder: true })
  assert.deepEqual(offers(true, true), { going: false, reminder: true })
  assert.deepEqual(offers(false, false), { going: false, reminder: false })
  assert.deepEqual(offers(false, false, {}, ticket), { going: false, reminder: true })
})

test('a link tells what, when and where, and leads to the main page', () => {
  const tags = meta()
  assert.equal(contentOf(tags, 'og:title'), 'Тихий концерт — Лада')
  assert.equal(contentOf(tags, 'og:description'), 'суббота, 28 нояб., 20:00. Подвал, Москва')
  assert.equal(tags.find(({ rel }) => rel === 'canonical')?.['href'], ADDRESS)
})

test('the picture is the one drawn for this concert, another one while it is on', () => {
  const picture = String(contentOf(meta(), 'og:image'))
  assert.match(picture, /^https:\/\/bis\.example\/og\/concert\/1\.jpg\?v=\w+$/)
  assert.notEqual(contentOf(meta('NOW'), 'og:image'), picture)
})

test('search engines read a music event', () => {
  const [event] = meta().flatMap((tag) => ('script:ld+json' in tag ? [tag['script:ld+json']] : []))
  assert.equal((event as Record<string, unknown>)['@type'], 'MusicEvent')
})

test('programs find the evening’s calendar by its page', () => {
  const alternate = meta().find(({ rel }) => rel === 'alternate')
  assert.deepEqual([alternate?.['type'], alternate?.['href']], ['text/calendar', `${ADDRESS}.ics`])
})

test('a closed concert is in no search, and its link tells what any other does', () => {
  const { advancedSession } = SESSION
  const privacy = { ...advancedSession.privacy, closedSession: true }
  const session = {
    ...SESSION,
    artists: [],
    advancedSession: { ...advancedSession, privacy },
  }
  const tags = concertMeta({ address: ADDRESS, artistName: 'Лада', group: false, session })
  const closed = tags as Record<string, unknown>[]
  assert.equal(closed.find(({ name }) => name === 'robots')?.['content'], 'noindex')
  assert.equal(contentOf(closed, 'og:title'), 'Тихий концерт — Лада')
  assert.ok(!meta().some(({ name }) => name === 'robots'))
})
