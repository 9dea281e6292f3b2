import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { songKey } from '#packages/song-search/song-text.ts'
import type { DemoSong } from './demo-shapes.ts'
import { DEMO_ARTISTS, DEMO_LOGIN } from './demo-artists.ts'
import { DEMO_CONCERTS } from './demo-concerts.ts'
import { DEMO_LIVE, DEMO_PAID_LIVE, DEMO_PAST } from './demo-evenings.ts'
import { readCities } from '#server/modules/places/cities.ts'
import { newDemoPassword } from './demo.ts'
import { DEMO_VENUES } from './demo-venues.ts'

function rowsOf<Row>(path: string): Row[] {
  return parse(readFileSync(new URL(path, import.meta.url)), { columns: true })
}

const catalogue = rowsOf<DemoSong>('../../server/modules/songs/catalogue.csv')
const cities = readCities()
const keyOf = (song: DemoSong): string => songKey(song.title, song.artistName)

function repertoireKeys(username: string): Set<string> {
  const artist = DEMO_ARTISTS.find((each) => each.username === username)
  assert.ok(artist, `no artist ${username}`)
  return new Set(artist.repertoire.map(keyOf))
}

function venueOf(key: string) {
  const venue = DEMO_VENUES.find((each) => each.key === key)
  assert.ok(venue, `no venue ${key}`)
  return venue
}

test('the catalogue holds at least 500 songs, each once, with no empty cell', () => {
  assert.ok(catalogue.length >= 500, `only ${catalogue.length}`)
  const seen = new Set<string>()
  for (const song of catalogue) {
    assert.ok(song.title.trim() && song.artistName.trim(), JSON.stringify(song))
    assert.equal(song.title + song.artistName, (song.title + song.artistName).normalize('NFC'))
    assert.doesNotMatch(song.title + song.artistName, /\p{C}/u)
    assert.ok(!seen.has(keyOf(song)), `twice: ${song.title}, ${song.artistName}`)
    seen.add(keyOf(song))
  }
})

test('there are soloists and groups, each with a page worth showing', () => {
  assert.ok(DEMO_ARTISTS.length >= 6)
  assert.deepEqual([...new Set(DEMO_ARTISTS.map((each) => each.accountType))].toSorted(), [
    'ARTIST',
    'GROUP',
  ])
  assert.equal(new Set(DEMO_ARTISTS.map((each) => each.username)).size, DEMO_ARTISTS.length)
  for (const artist of DEMO_ARTISTS) {
    assert.match(artist.username, /^[a-z0-9._-]{3,32}$/)
    assert.ok(artist.shortDescription.length <= 140, `${artist.name}: too long`)
    assert.ok(artist.description.split('\n\n').length >= 2, artist.name)
    assert.ok(
      cities.some((city) => city.name === artist.city),
      `${artist.city} is not in the gazetteer`,
    )
    assert.ok(artist.imageUrls.length >= 2, artist.name)
    for (const url of artist.imageUrls)
      assert.ok(existsSync(new URL(`../../web/public${url}`, import.meta.url)), url)
  }
})

test('every song of every repertoire stands in the catalogue, once', () => {
  const known = new Set(catalogue.map((song) => `${song.title}\n${song.artistName}`))
  for (const { name, repertoire } of DEMO_ARTISTS) {
    assert.ok(repertoire.length >= 20 && repertoire.length <= 45, `${name}: ${repertoire.length}`)
    assert.equal(new Set(repertoire.map(keyOf)).size, repertoire.length, name)
    for (const song of repertoire)
      assert.ok(known.has(`${song.title}\n${song.artistName}`), `${name}: ${song.title}`)
  }
})

test('there are twenty concerts in eight cities, at venues that stand inside their town', () => {
  assert.ok(DEMO_CONCERTS.length >= 20)
  const venues = DEMO_CONCERTS.map((concert) => venueOf(concert.venue))
  assert.ok(new Set(venues.map((venue) => venue.city)).size >= 8)
  for (const venue of DEMO_VENUES) {
    const city = cities.find((each) => each.name === venue.city)
    assert.ok(city, venue.city)
    assert.equal(venue.timeZone, city.timeZone)
    assert.ok(Math.abs(venue.latitude - city.latitude) < 0.1, venue.name)
    assert.ok(Math.abs(venue.longitude - city.longitude) < 0.15, venue.name)
  }
})

test('a concert is in the future, lasts, and its orders are songs that its artist plays', () => {
  for (const concert of DEMO_CONCERTS) {
    const repertoire = repertoireKeys(concert.artist)
    assert.ok(concert.daysFromNow >= 1 && concert.daysFromNow <= 45, concert.title)
    assert.match(concert.localTime, /^([01]\d|2[0-3]):[0-5]\d$/)
    assert.ok(concert.durationHours * 60 + concert.durationMinutes > 0, concert.title)
    assert.ok(concert.ticketLink === '' || concert.ticketLink.startsWith('https://example.org/'))
    assert.ok(concert.preorders.length <= 4, concert.title)
    assert.ok(concert.ableGetSongs || concert.preorders.length === 0, concert.title)
    for (const song of concert.preorders)
      assert.ok(repertoire.has(keyOf(song)), `${concert.title}: ${song.title}`)
  }
  assert.equal(DEMO_CONCERTS.filter((concert) => concert.closedSession).length, 1)
})

test('the live concert has a queue and a hall that goes on ordering, all playable and all different', () => {
  const repertoire = repertoireKeys(DEMO_LIVE.artist)
  venueOf(DEMO_LIVE.venue)
  const { now, queued, ordered, audienceSongs } = DEMO_LIVE
  assert.deepEqual([queued.length, ordered.length, audienceSongs.length], [3, 4, 20])
  const songs = [now, ...queued, ...ordered, ...audienceSongs]
  assert.equal(new Set(songs.map(keyOf)).size, songs.length)
  for (const song of songs) assert.ok(repertoire.has(keyOf(song)), song.title)
})

test('the paid evenings are songs of the one whose login is printed, each once an evening', () => {
  const repertoire = repertoireKeys(DEMO_LOGIN)
  for (const evening of [...DEMO_PAST, DEMO_PAID_LIVE]) {
    venueOf(evening.venue)
    const songs = [...evening.played, ...evening.waiting]
    assert.equal(new Set(songs.map(keyOf)).size, songs.length, evening.title)
    for (const song of songs) assert.ok(repertoire.has(keyOf(song)), song.title)
    assert.ok(evening.tips.length < evening.played.length, evening.title)
  }
})

test('the demo account exists and its password passes the rules of sign-up', () => {
  assert.ok(DEMO_ARTISTS.some((artist) => artist.username === DEMO_LOGIN))
  assert.ok(DEMO_CONCERTS.filter((concert) => concert.artist === DEMO_LOGIN).length >= 3)
  for (const rule of [/^\S{8,}$/, /[A-Z]/, /[a-z]/, /\d/]) assert.match(newDemoPassword(), rule)
})
