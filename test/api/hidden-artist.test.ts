import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '#contract/index.ts'
import { VEILED_TITLE } from '#domain/concerts/code-word.ts'
import { HIDDEN_TEXT } from '#domain/accounts/hidden-page.ts'
import { findConcertForLive } from '#server/modules/concerts/concerts.service.ts'
import { worldWithAudit } from '#test/support/paid-concert.ts'
import { ARTIST_PASSWORD } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

const WHY = { reason: 'fraud', words: 'так решили' } as const

/** The readers of an artist by his nickname beside his page; each with the status of its answer. */
const FILES: Readonly<Record<string, (username: string) => string>> = {
  card: (username) => `/embed/${username}`,
  'card for a program': (username) => `/oembed?url=/user/${username}`,
  calendar: (username) => `/user/${username}.ics`,
  feed: (username) => `/user/${username}/feed.xml`,
  picture: (username) => `/og/artist/${username}.jpg`,
}

const CALLS = {
  page: (query: Named) => world.call(api.page.getInfo, { query }),
  repertoire: (query: Named) => world.call(api.songs.getFavoriteSongs, { query }),
  offered: (query: Named) => world.call(api.songs.offered, { query }),
  cancelled: (query: Named) => world.call(api.session.cancelledAhead, { query }),
  'last concert': (query: Named) => world.call(api.session.last, { query }),
  following: (query: Named) => world.call(api.follows.own, { query }),
  tip: ({ artistUsername }: Named) =>
    world.call(api.payment.donate, { body: { artistUsername, amount: 10_000, message: '' } }),
}
type Named = { readonly artistUsername: string }

async function answersOf({ username }: TestArtist) {
  const answers: Record<string, number> = {}
  for (const [name, address] of Object.entries(FILES))
    answers[name] = (await world.app.http.inject({ url: address(username) })).statusCode
  for (const [name, ask] of Object.entries(CALLS)) {
    const { status, failure } = await ask({ artistUsername: username })
    if (status === 404) assert.equal(failure.message, HIDDEN_TEXT, name)
    answers[name] = status
  }
  return answers
}

const all = (status: number) =>
  Object.fromEntries([...Object.keys(FILES), ...Object.keys(CALLS)].map((name) => [name, status]))

const DEEDS = {
  hidden: (username: string, hidden: boolean) => ({
    endpoint: api.operator.hide,
    body: { username, hidden, ...WHY },
  }),
  blocked: (username: string, blocked: boolean) => ({
    endpoint: api.operator.block,
    body: { username, blocked, ...WHY },
  }),
}

for (const [state, deed] of Object.entries(DEEDS))
  test(`a ${state} artist is shown by nothing that names him, until he is back`, async () => {
    const admin = await world.artist({ role: 'ADMIN' })
    const artist = await world.artist({ name: 'Скрытная Скворцова', imageUrls: ['/a.webp'] })
    const { username } = artist
    const sessionId = await world.concert(artist, { startsIn: 600 })
    const { songId } = await world.ok(
      api.artist.addFavorite,
      { body: { songId: null, title: 'Весна', artistName: username, imageUrl: '' } },
      artist,
    )
    const known = async () =>
      (await world.ok(api.songs.byIds, { body: { songIds: [songId], username } })).length
    const goneId = await world.concert(artist, { startsIn: 900 })
    await world.ok(api.session.remove, { query: { sessionId: goneId } }, artist)
    const evening = async () => [
      (await world.app.http.inject({ url: `/user/${username}/${sessionId}.ics` })).statusCode,
      (await world.call(api.session.cancelled, { query: { sessionId: goneId } })).status,
    ]
    assert.deepEqual(await answersOf(artist), all(200))
    assert.deepEqual([await known(), await evening()], [1, [200, 200]])
    const off = deed(username, true)
    await world.ok(off.endpoint, { body: off.body }, admin)
    assert.deepEqual(await answersOf(artist), all(404))
    assert.deepEqual([await known(), await evening()], [0, [404, 404]])
    const embedded = await world.app.http.inject({ url: `/embed/${username}` })
    assert.match(embedded.body, new RegExp(HIDDEN_TEXT, 'u'))
    assert.doesNotMatch(embedded.body, /Скворцова|a\.webp/u)
    const order = await world.listener().order(artist, sessionId, songId)
    assert.notEqual(order.status, 200)
    const ended = { body: { artistUsername: username } }
    assert.equal((await world.call(api.follows.end, ended)).status, 200)
    const back = deed(username, false)
    await world.ok(back.endpoint, { body: back.body }, admin)
    assert.deepEqual(await answersOf(artist), all(200))
  })

test('a cancelled concert no longer names who is hidden, or is deleting his account', async () => {
  const admin = await world.artist({ role: 'ADMIN' })
  const [hidden, leaving] = [await world.artist(), await world.artist()]
  const cancelledBy = async (artist: TestArtist) => {
    const query = { sessionId: await world.concert(artist, { startsIn: 600 }) }
    await world.ok(api.session.remove, { query }, artist)
    await world.ok(api.session.cancelled, { query })
    return { query }
  }
  const [of, left] = [await cancelledBy(hidden), await cancelledBy(leaving)]
  const body = { username: hidden.username, hidden: true, ...WHY }
  await world.ok(api.operator.hide, { body }, admin)
  await world.ok(api.security.leave, { body: { currentPassword: ARTIST_PASSWORD } }, leaving)
  for (const one of [of, left]) await world.refused('NOT_FOUND', api.session.cancelled, one)
  await world.ok(api.session.cancelled, of, hidden)
})

test('a hidden concert keeps its name and place to itself when its artist deletes it', async () => {
  const admin = await world.artist({ role: 'ADMIN' })
  const artist = await world.artist()
  const query = { sessionId: await world.concert(artist, { startsIn: 600, title: 'Чужое имя' }) }
  const body = { ...query, hidden: true, ...WHY }
  await world.ok(api.operator.hideConcert, { body }, admin)
  await world.ok(api.session.remove, { query }, artist)
  const gone = await world.ok(api.session.cancelled, { query })
  assert.deepEqual([gone.title, gone.location?.name, gone.location?.city], [VEILED_TITLE, '', ''])
})

test('a hidden artist who plays is shown to the end of his concert', async () => {
  const admin = await world.artist({ role: 'ADMIN' })
  const artist = await world.artist()
  const { username } = artist
  const sessionId = await world.concert(artist, { status: 'NOW', startsIn: -10 })
  world.advance(1000)
  await world.ok(api.operator.hide, { body: { username, hidden: true, ...WHY } }, admin)
  assert.deepEqual(await answersOf(artist), all(200))
  await world.ok(api.session.songs, { query: { sessionId } })
  const over = { body: { sessionId, sessionStatus: 'PLAYED' as const } }
  await world.ok(api.artist.updateSessionStatus, over, artist)
  assert.deepEqual(await answersOf(artist), all(404))
  await world.refused('NOT_FOUND', api.session.songs, { query: { sessionId } })
})

test('a hidden artist, or a hidden concert, is not shown because he begins to play', async () => {
  const admin = await world.artist({ role: 'ADMIN' })
  const [hidden, other] = [await world.artist(), await world.artist()]
  const { username } = hidden
  const { songId } = await world.ok(
    api.artist.addFavorite,
    { body: { songId: null, title: 'Весна', artistName: username, imageUrl: '' } },
    hidden,
  )
  await world.ok(api.operator.hide, { body: { username, hidden: true, ...WHY } }, admin)
  const place = { longitude: 37.6, latitude: 55.75 }
  const { id } = await world.ok(api.session.playHere, { body: place }, hidden)
  const sessionId = await world.concert(other, { startsIn: 10 })
  await world.ok(api.operator.hideConcert, { body: { sessionId, hidden: true, ...WHY } }, admin)
  const begin = { body: { sessionId, sessionStatus: 'NOW' as const } }
  await world.ok(api.artist.updateSessionStatus, begin, other)
  assert.deepEqual(await answersOf(hidden), all(404))
  for (const [artist, concertId] of [
    [hidden, id],
    [other, sessionId],
  ] as const) {
    const named = { query: { artistUsername: artist.username } }
    const playing = async (as?: TestArtist) =>
      (await world.ok(api.page.getCurrentSessionInfo, named, as)).id
    assert.deepEqual([await playing(), await playing(artist)], [null, concertId])
    const byId = { query: { sessionId: concertId } }
    for (const endpoint of [api.session.byId, api.session.songs]) {
      await world.refused('NOT_FOUND', endpoint, byId)
      await world.ok(endpoint, byId, artist)
    }
    const { ctx } = world.app
    assert.equal(await findConcertForLive(ctx, artist.username, concertId), null)
    assert.equal(await findConcertForLive(ctx, artist.username, concertId, '', true), concertId)
    const { failure } = await world.listener().order(artist, concertId, songId)
    assert.equal(failure.code, 'SESSION_NOT_OPEN')
  }
})

test('the past concerts of an artist who is hidden, or is deleting his account, are in no list', async () => {
  const admin = await world.artist({ role: 'ADMIN' })
  const city = 'Кудымкар'
  const [hidden, leaving] = [await world.artist(), await world.artist()]
  for (const artist of [hidden, leaving])
    await world.concert(artist, { status: 'PLAYED', startsIn: -600, city })
  const past = async () =>
    (await world.ok(api.session.getSessions, { body: { city, allData: true } })).length
  assert.equal(await past(), 2)
  await world.ok(
    api.operator.hide,
    { body: { username: hidden.username, hidden: true, ...WHY } },
    admin,
  )
  await world.ok(api.security.leave, { body: { currentPassword: ARTIST_PASSWORD } }, leaving)
  assert.equal(await past(), 0)
  const own = { body: { artistUsername: hidden.username, allData: true } }
  assert.equal((await world.ok(api.session.getSessions, own, hidden)).length, 1)
})
