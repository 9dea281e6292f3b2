import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  artistCard,
  cardVersion,
  concertCard,
  playedCard,
  SITE_CARD,
  storyCard,
} from './preview-card.ts'

const LADA = { username: 'lada', name: 'Лада', imageUrl: '' }
const NOW = new Date('2026-11-21T10:00:00Z')
const EVENING = {
  title: 'Тихий концерт',
  startsAt: new Date('2026-12-05T10:00:00Z'),
  timeZone: 'Asia/Vladivostok',
  placeName: 'Подвал',
  city: 'Владивосток',
  live: false,
  open: true,
}

test('the card of a concert tells its hour by the clocks of the venue, and whose clocks they are', () => {
  const { facts, title, above } = concertCard(EVENING, LADA, NOW)
  assert.deepEqual(facts, ['суббота, 5 дек., 20:00 (МСК+7)', 'Подвал, Владивосток'])
  assert.equal(title, 'Тихий концерт')
  assert.equal(above, 'Лада')
})

test('a concert that is on calls for an order instead of naming its hour', () => {
  const { live, facts } = concertCard({ ...EVENING, live: true }, LADA, NOW)
  assert.equal(live, 'Идёт сейчас')
  assert.deepEqual(facts, ['Закажите песню с телефона', 'Лада · Подвал, Владивосток'])
  const shut = concertCard({ ...EVENING, live: true, open: false }, LADA, NOW)
  assert.deepEqual(shut.facts, ['Лада · Подвал, Владивосток'])
})

test('a musician who plays now is shown with what he plays', () => {
  const { live, facts } = artistCard(LADA, EVENING)
  assert.equal(live, 'Играет сейчас')
  assert.deepEqual(facts, ['Тихий концерт', 'Закажите песню с телефона'])
  assert.deepEqual(artistCard(LADA, { ...EVENING, open: false }).facts, ['Тихий концерт'])
  assert.equal(artistCard(LADA, null).live, null)
})

test('an artist without a photo has the drawing of the nickname, and without a name the nickname', () => {
  const card = artistCard({ username: 'lada', name: '', imageUrl: '' }, null)
  assert.match(card.picture, /^\/art\/[a-z]+-[a-z]+\.svg$/)
  assert.equal(card.title, 'lada')
})

test('the picture for stories counts the evening and names three of the listener’s own songs', () => {
  const story = (songs: number, mine: string[]) =>
    storyCard({ concert: EVENING, artist: LADA, songs, mine, now: NOW })
  const { ofEvening, above, titles, more, otherwise, facts, picture } = story(14, [
    'А',
    'Б',
    'В',
    'Г',
    'Д',
  ])
  assert.deepEqual(ofEvening, ['песен', 'за вечер'])
  assert.deepEqual([above, titles, more], ['из них мои', ['А', 'Б', 'В'], 'и ещё 2'])
  assert.equal(otherwise, 'lada')
  assert.equal(facts, '5 декабря, Подвал, Владивосток')
  assert.match(picture, /^\/art\/hands-[a-z]+\.svg$/u)
  assert.deepEqual([story(1, []).ofEvening[0], story(2, ['А']).more], ['песня', ''])
  assert.equal(story(2, ['А']).above, 'из них моя')
  assert.equal(story(1, ['А']).above, 'и она моя')
})

test('the picture of what sounded counts it and names the first four', () => {
  const played = ['А', 'Б', 'В', 'Г', 'Д']
  const { songs, above, titles, more } = playedCard({
    concert: EVENING,
    artist: LADA,
    played,
    now: NOW,
  })
  assert.deepEqual([songs, above, more], [5, 'Звучало', 'и ещё 1'])
  assert.deepEqual(titles, ['А', 'Б', 'В', 'Г'])
})

test('everything that is drawn changes the version, and the same card keeps it', () => {
  const cards = [
    SITE_CARD,
    artistCard(LADA, null),
    artistCard(LADA, EVENING),
    artistCard(LADA, { ...EVENING, open: false }),
    artistCard({ ...LADA, name: 'Лада и друзья' }, null),
    artistCard({ ...LADA, imageUrl: '/media/1-1200.webp' }, null),
    concertCard(EVENING, LADA, NOW),
    concertCard({ ...EVENING, live: true }, LADA, NOW),
    concertCard({ ...EVENING, live: true, open: false }, LADA, NOW),
    concertCard({ ...EVENING, placeName: 'Чердак' }, LADA, NOW),
  ]
  assert.equal(new Set(cards.map(cardVersion)).size, cards.length)
  assert.equal(
    cardVersion(concertCard(EVENING, LADA, NOW)),
    cardVersion(concertCard(EVENING, LADA, NOW)),
  )
})
