import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const inMinutes = (minutes: number) =>
  new Date(world.now().getTime() + minutes * MINUTE_MS).toISOString()

test('a break tells listeners when the concert goes on, the queue stands, and the next step ends it', async () => {
  const stage = await makeStage(world)
  await stage.scheduled('А', 'Б')
  await stage.next()
  const query = { sessionId: stage.concertId }
  const until = inMinutes(15)
  const rest = (at: string) =>
    world.call(api.artist.takeBreak, { body: { ...query, until: at } }, stage.as)
  const { data } = await rest(until)
  assert.equal(data.active, false)
  const seen = await world.ok(api.session.byId, { query })
  assert.equal(Date.parse(seen.breakUntil ?? ''), Date.parse(until))
  assert.deepEqual(await stage.list(), ['А NOW', 'Б SCHEDULED'])

  // Sent twice, then moved to another time: still one break.
  assert.equal((await rest(until)).status, 200)
  assert.equal((await rest(inMinutes(30))).status, 200)
  assert.equal((await world.ok(api.artist.resume, {}, stage.as)).breakUntil, undefined)
  assert.deepEqual(
    [(await world.ok(api.session.byId, { query })).active, (await rest(until)).status],
    [true, 200],
  )
  await world.ok(
    api.artist.updateSessionStatus,
    { body: { ...query, sessionStatus: 'PLAYED' } },
    stage.as,
  )
  assert.equal((await world.ok(api.session.byId, { query })).breakUntil, undefined)
})

test('a break is refused where its time is no break, and for a concert that does not run or is another’s', async () => {
  const stage = await makeStage(world)
  const body = { sessionId: stage.concertId, until: inMinutes(15) }
  const refuses = (code: 'ILLEGAL_STEP' | 'NOT_YOURS', more: object, as = stage.as) =>
    world.refused(code, api.artist.takeBreak, { body: { ...body, ...more } }, as)
  await refuses('ILLEGAL_STEP', { until: inMinutes(-1) })
  await refuses('ILLEGAL_STEP', { until: inMinutes(62) })
  await refuses('NOT_YOURS', {}, { token: (await world.artist()).token })
  const coming = await world.concert(stage.artist, { startsIn: 60 })
  await refuses('ILLEGAL_STEP', { sessionId: coming })
})
