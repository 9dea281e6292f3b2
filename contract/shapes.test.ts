import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Value } from '@sinclair/typebox/value'
import { LiveBattle } from './battles.ts'
import { LiveRegistration } from './live.ts'
import { Failure, PaidQueueEntry, QueueEntry, Session, Song } from './shapes.ts'

const keys = (shape: { properties: object }) => Object.keys(shape.properties).toSorted()

describe('a shape on the wire', () => {
  test('of the queue tells everybody the song and its backers, of money only its price and what shares of it gave, and of people their names alone', () => {
    assert.deepEqual(keys(QueueEntry), [
      'artistName',
      'backers',
      'collected',
      'goal',
      'id',
      'imageUrl',
      'minSongAmount',
      'names',
      'singers',
      'songId',
      'status',
      'title',
    ])
  })

  test('of the queue tells its artist the amount and his own note too', () => {
    const more = keys(PaidQueueEntry).filter((key) => !keys(QueueEntry).includes(key))
    assert.deepEqual(more, [
      'amount',
      'asks',
      'beforeBreak',
      'beforeNote',
      'cash',
      'dedication',
      'forWhom',
      'heldTitle',
      'inCash',
      'moreAsks',
      'paid',
      'paidOrders',
      'suggested',
      'tables',
    ])
  })

  test('of a battle tells everybody its songs and how many voted, and nobody who', () => {
    assert.deepEqual(keys(LiveBattle), ['ended', 'endsAt', 'id', 'paid', 'songs'])
    const song = LiveBattle.properties.songs.items
    assert.deepEqual(keys(song), ['artistName', 'songId', 'title', 'votes'])
  })

  test('of a concert has the promised keys', () => {
    assert.deepEqual(keys(Session), [
      'active',
      'advancedSession',
      'artist',
      'artists',
      'breakUntil',
      'corrections',
      'date',
      'dateTimeEnd',
      'dateTimeStart',
      'dateTimeStartWas',
      'description',
      'goingCount',
      'id',
      'location',
      'locked',
      'longerMinutes',
      'month',
      'pass',
      'publishAt',
      'rules',
      'series',
      'sessionStatus',
      'songs',
      'street',
      'timeAndDay',
      'title',
      'venueWas',
      'words',
    ])
    assert.deepEqual(keys(Session.properties.advancedSession), [
      'age',
      'description',
      'privacy',
      'ticketLink',
    ])
    assert.deepEqual(keys(Session.properties.location), [
      'address',
      'city',
      'country',
      'description',
      'houseNumber',
      'latitude',
      'longitude',
      'name',
      'street',
      'timeZone',
    ])
  })

  test('of a song has the promised keys', () => {
    assert.deepEqual(keys(Song), [
      'artistName',
      'heard',
      'imageUrl',
      'isFavorite',
      'learning',
      'minSongAmount',
      'ownMinimum',
      'songId',
      'status',
      'tags',
      'title',
    ])
  })

  test('of a refusal needs its sentence, its code and its number', () => {
    assert.deepEqual(Failure.required?.toSorted(), ['code', 'message', 'requestId'])
  })
})

describe('a registration of the live channel', () => {
  const registration = { artistUsername: 'lada', sessionId: '01a1fdce-a6b5-79cd-bb0a-000000000001' }

  test('is the two names, and says whether it wants events', () => {
    assert.ok(Value.Check(LiveRegistration, registration))
    assert.ok(Value.Check(LiveRegistration, { ...registration, events: true }))
  })

  test('of a newer page may say more', () => {
    assert.ok(Value.Check(LiveRegistration, { ...registration, since: 7 }))
  })

  test('without one of them, or with another kind of thing, is none', () => {
    const { artistUsername, sessionId } = registration
    const long = 'x'.repeat(65)
    for (const wrong of [
      { artistUsername },
      { sessionId },
      { ...registration, sessionId: 7 },
      { ...registration, sessionId: '' },
      { ...registration, sessionId: long },
      { ...registration, artistUsername: long },
      { ...registration, events: 'yes' },
      [registration],
      null,
    ])
      assert.ok(!Value.Check(LiveRegistration, wrong), JSON.stringify(wrong))
  })
})
