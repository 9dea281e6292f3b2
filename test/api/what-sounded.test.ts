import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { api } from '#contract/index.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { advanceAndSettle, paidConcert } from '#test/support/paid-concert.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const over = ({ concertId: sessionId, as }: TestStage) =>
  world.ok(api.artist.updateSessionStatus, { body: { sessionId, sessionStatus: 'PLAYED' } }, as)

/** A concert that is over, after «Б» and «А» sounded. */
async function pastStage(): Promise<TestStage> {
  const stage = await makeStage(world)
  await stage.scheduled('Б', 'А')
  for (let step = 0; step < 3; step += 1) {
    await stage.next()
    world.advance(MINUTE_MS)
  }
  await over(stage)
  return stage
}

const played = async ({ concertId: sessionId }: TestStage) =>
  (await world.ok(api.session.played, { query: { sessionId } })).map(({ title }) => title)

test('a song that sounds at the end was played where the artist says so, and is paid', async () => {
  const show = await paidConcert(world)
  const { sessionId, as } = show
  const [sounds] = [await show.paid('card', 30_000), await show.paid('sbp', 20_000)]
  await world.ok(api.artist.nextSong, { body: { songId: sounds.song } }, as)
  const [now] = await world.ok(api.artist.queue, { query: { sessionId } }, as)
  const body = { sessionId, sessionStatus: 'PLAYED', playedId: now?.id }
  await world.ok(api.artist.updateSessionStatus, { body }, as)
  await advanceAndSettle(world, MINUTE_MS)
  const { available, held } = await show.balance()
  assert.deepEqual([available, held], [27_000, 0])
  const report = await world.ok(api.session.report, { query: { sessionId } }, as)
  assert.deepEqual(
    report.played.map(({ songId, status }) => [songId, status]),
    [[sounds.song, 'PLAYED']],
  )
  assert.equal(report.money.givenBack, 20_000)
})

const picture = (name: string, headers: Record<string, string> = {}) =>
  world.app.http.inject({ url: `/og/played/${name}`, headers })

test('its artist may switch off what sounded, also after the concert, and on again', async () => {
  const stage = await pastStage()
  const { concertId: sessionId, as } = stage
  const session = async () => world.ok(api.session.byId, { query: { sessionId } })
  const { privacy, ...rest } = (await session()).advancedSession
  assert.equal(privacy.showPlayed, undefined)
  const turn = (showPlayed: boolean) =>
    world.ok(
      api.session.update,
      { body: { sessionId, advancedSessionDTO: { ...rest, privacy: { ...privacy, showPlayed } } } },
      as,
    )
  await turn(false)
  assert.equal((await session()).advancedSession.privacy.showPlayed, false)
  assert.deepEqual(await played(stage), [])
  assert.equal((await picture(`${sessionId}.jpg`)).statusCode, 404)
  await turn(true)
  assert.deepEqual(await played(stage), ['Б', 'А'])
})

test('a song whose title is held back is not named in what sounded', async () => {
  const stage = await makeStage(world)
  const phone = makePhone(world)
  await phone.order(stage, null, { title: 'Позвони', artistName: '8 916 123-45-67' })
  for (const _ of [1, 2]) await stage.next()
  await over(stage)
  assert.deepEqual(await played(stage), ['скрыто'])
})

test('the picture of what sounded is drawn for stories and kept by its version', async () => {
  const { concertId } = await pastStage()
  const drawn = await picture(`${concertId}.jpg`)
  assert.equal(drawn.statusCode, 200, drawn.body.slice(0, 200))
  const { format, width, height } = await sharp(drawn.rawPayload).metadata()
  assert.deepEqual({ format, width, height }, { format: 'jpeg', width: 1080, height: 1920 })
  const { etag = '' } = drawn.headers
  assert.equal(drawn.headers['cache-control'], 'public, max-age=300')
  const version = etag.replaceAll('"', '')
  const named = await picture(`${concertId}.jpg?v=${version}`)
  assert.match(String(named.headers['cache-control']), /max-age=2592000/u)
  const again = await picture(`${concertId}.jpg`, { 'if-none-match': etag })
  assert.equal(again.statusCode, 304)
})

test('there is no picture of a concert that is not over, nor of none', async () => {
  const { concertId } = await makeStage(world)
  for (const name of [concertId, randomUUID(), 'not-an-id'])
    assert.equal((await picture(`${name}.jpg`)).statusCode, 404)
})
