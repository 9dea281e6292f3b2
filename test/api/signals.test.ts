import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { SIGNALS_KEPT } from '#domain/queue/signals.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { liveStatusesOf } from '#server/modules/concerts/concerts.service.ts'
import { makeStage } from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

type Signal = { words?: string; id?: string; agoMs?: number }

const give = (
  { concertId }: TestStage,
  as: { token: string },
  { words = 'Тише', id = randomUUID(), agoMs = 0 }: Signal = {},
) => world.call(api.artist.giveSignal, { body: { sessionId: concertId, id, words, agoMs } }, as)

const seen = ({ concertId, as }: TestStage) =>
  world.ok(api.artist.signals, { query: { sessionId: concertId } }, as)

async function secondPad({ concertId, as }: TestStage, name: string) {
  const body = { sessionId: concertId, name }
  const { data } = await world.call(api.artist.addSecondPad, { body }, as)
  return { token: data.link.split('#')[1] ?? '' }
}

/** What the live channel says of the signals. */
const numberOf = async ({ concertId }: TestStage) =>
  (await liveStatusesOf(world.app.ctx, [concertId])).get(concertId)?.signals

describe('Signals of the band', () => {
  test('come to all pads of the concert with who gave them, once for each id', async () => {
    const stage = await makeStage(world)
    const pad = await secondPad(stage, 'Саша')
    const id = randomUUID()
    assert.equal((await give(stage, pad, { id })).status, 200)
    assert.equal((await give(stage, pad, { id })).status, 200)
    await give(stage, stage.as, { words: 'Ещё круг' })
    const { recent } = await seen(stage)
    assert.deepEqual(
      recent.map(({ by, words }) => [by, words]),
      [
        [null, 'Ещё круг'],
        ['Саша', 'Тише'],
      ],
    )
    const other = await world.ok(api.artist.signals, { query: { sessionId: stage.concertId } }, pad)
    assert.deepEqual(other.recent, recent)
  })

  test('tell the live channel that there is one, and nothing of it', async () => {
    const stage = await makeStage(world)
    assert.equal(await numberOf(stage), undefined)
    await give(stage, stage.as)
    const first = await numberOf(stage)
    await give(stage, stage.as, { words: 'Ко мне' })
    const second = await numberOf(stage)
    assert.ok(first !== undefined && second !== undefined && second > first)
  })

  test('that waited for the network keep the time of their press', async () => {
    const stage = await makeStage(world)
    await give(stage, stage.as, { agoMs: 3 * MINUTE_MS })
    const [signal] = (await seen(stage)).recent
    assert.equal(Date.parse(signal?.at ?? ''), world.now().getTime() - 3 * MINUTE_MS)
  })

  test('are kept for those that were away a moment, and no longer', async () => {
    const stage = await makeStage(world)
    for (let n = 0; n < SIGNALS_KEPT + 5; n += 1) await give(stage, stage.as)
    assert.equal((await seen(stage)).recent.length, SIGNALS_KEPT)
    world.advance(61 * MINUTE_MS)
    assert.deepEqual((await seen(stage)).recent, [])
  })

  test('of one’s own are few and short, of the artist alone, and known to his pads', async () => {
    const stage = await makeStage(world)
    const pad = await secondPad(stage, 'Саша')
    assert.equal((await give(stage, pad, { words: 'Соло' })).failure.code, 'VALIDATION')
    const body = { signals: ['Соло'] }
    assert.deepEqual(await world.ok(api.artist.setOwnSignals, { body }, stage.as), ['Соло'])
    assert.equal((await world.call(api.artist.setOwnSignals, { body }, pad)).status, 403)
    assert.equal((await give(stage, pad, { words: 'Соло' })).status, 200)
    assert.deepEqual((await seen(stage)).own, ['Соло'])
    const long = { signals: ['Этого никто не прочтёт с двух метров'] }
    const { failure } = await world.call(api.artist.setOwnSignals, { body: long }, stage.as)
    assert.ok('signals' in (failure.fields ?? {}))
  })

  test('are nobody else’s, and end with the concert', async () => {
    const [stage, other] = [await makeStage(world), await makeStage(world)]
    assert.equal((await give(stage, other.as)).failure.code, 'NOT_YOURS')
    const ended = { sessionId: stage.concertId, sessionStatus: 'PLAYED' as const }
    await world.ok(api.artist.updateSessionStatus, { body: ended }, stage.as)
    assert.equal((await give(stage, stage.as)).failure.code, 'ILLEGAL_STEP')
  })
})
