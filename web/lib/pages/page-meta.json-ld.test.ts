import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelledJsonLd, concertJsonLd } from './concert-meta.ts'
import { artistJsonLd } from './page-meta.ts'

const LADA = {
  name: 'Лада',
  accountType: 'ARTIST',
  address: 'https://bis.example/user/lada',
} as const

const EVENING = {
  title: 'Тихий концерт',
  dateTimeStart: '2026-12-05T20:00:00+10:00',
  dateTimeEnd: '2026-12-05T22:00:00+10:00',
  location: {
    name: 'Подвал',
    country: 'Россия',
    city: 'Владивосток',
    street: 'Светланская',
    houseNumber: '5',
    address: '',
    description: '',
    latitude: 43.11,
    longitude: 131.88,
    timeZone: 'Asia/Vladivostok',
  },
  advancedSession: { age: 16, description: '', ticketLink: '' },
} as const

const PAGE = {
  performer: LADA,
  address: 'https://bis.example/user/lada/1',
  image: 'https://bis.example/og/concert/1.jpg?v=a',
}

/** As serialised: undefined fields are dropped. */
const sent = (value: object) => JSON.parse(JSON.stringify(value))

test('a musician is a person with pages elsewhere, several are a group', () => {
  const artist = { ...LADA, description: 'Песни', image: 'https://bis.example/og/artist/lada.jpg' }
  const alone = sent(artistJsonLd({ ...artist, links: ['https://vk.com/lada'] }))
  assert.equal(alone['@type'], 'Person')
  assert.deepEqual(alone.sameAs, ['https://vk.com/lada'])
  const group = sent(artistJsonLd({ ...artist, accountType: 'GROUP', description: '', links: [] }))
  assert.equal(group['@type'], 'MusicGroup')
  assert.equal('sameAs' in group, false)
  assert.equal('description' in group, false)
})

test('a concert says when by the clocks of the venue, where, who, and from what age', () => {
  const event = sent(concertJsonLd(EVENING, PAGE))
  assert.equal(event['@type'], 'MusicEvent')
  assert.equal(event.startDate, '2026-12-05T20:00:00+10:00')
  assert.equal(event.endDate, '2026-12-05T22:00:00+10:00')
  assert.equal(event.eventStatus, 'https://schema.org/EventScheduled')
  assert.equal(event.typicalAgeRange, '16-')
  assert.deepEqual(event.performer, {
    '@type': 'Person',
    '@id': LADA.address,
    name: 'Лада',
    url: LADA.address,
  })
  assert.deepEqual(event.location, {
    '@type': 'Place',
    name: 'Подвал',
    address: {
      '@type': 'PostalAddress',
      streetAddress: 'Светланская, 5',
      addressLocality: 'Владивосток',
      addressCountry: 'RU',
    },
    geo: { '@type': 'GeoCoordinates', latitude: 43.11, longitude: 131.88 },
  })
})

test('tickets are offered where there is a link to them', () => {
  assert.equal('offers' in sent(concertJsonLd(EVENING, PAGE)), false)
  const ticketLink = 'https://tickets.example/1'
  const withTickets = { ...EVENING, advancedSession: { ...EVENING.advancedSession, ticketLink } }
  assert.equal(sent(concertJsonLd(withTickets, PAGE)).offers.url, ticketLink)
})

test('a place that nobody put on the map has no geo', () => {
  const location = {
    ...EVENING.location,
    latitude: null,
    longitude: null,
    street: '',
    houseNumber: '',
  }
  const event = sent(concertJsonLd({ ...EVENING, location }, PAGE))
  assert.equal('geo' in event.location, false)
  assert.equal('streetAddress' in event.location.address, false)
})

test('a concert that was moved says its first date, one that is cancelled says so', () => {
  const was = '2026-12-04T20:00:00+10:00'
  const moved = sent(concertJsonLd({ ...EVENING, dateTimeStartWas: was }, PAGE))
  assert.equal(moved.eventStatus, 'https://schema.org/EventRescheduled')
  assert.equal(moved.previousStartDate, was)
  const place = { ...EVENING, dateTimeStartWas: EVENING.dateTimeStart }
  assert.equal('previousStartDate' in sent(concertJsonLd(place, PAGE)), false)
  const cancelled = sent(cancelledJsonLd(EVENING, PAGE))
  assert.equal(cancelled.eventStatus, 'https://schema.org/EventCancelled')
  assert.equal(cancelled.startDate, EVENING.dateTimeStart)
  assert.deepEqual(cancelled.location, {
    '@type': 'Place',
    name: 'Подвал',
    address: 'Владивосток',
  })
})
