import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { api } from '#contract/index.ts'
import type { RefusalCode } from '#domain/refusal.ts'
import {
  pauseConcert,
  resumeConcert,
  setConcertStatus,
} from '#server/modules/concerts/concert-lifecycle.service.ts'
import type { Context } from '#server/context.ts'
import { findConcertForLive, liveStatusesOf } from '#server/modules/concerts/concerts.service.ts'
import { failWrites } from '#test/support/database/failing-database.ts'
import { makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const turn = (sessionId: string, sessionStatus: 'NOW' | 'PLAYED') => ({
  body: { sessionId, sessionStatus },
})

function begin(artist: TestArtist, sessionId: string) {
  return world.ok(api.artist.updateSessionStatus, turn(sessionId, 'NOW'), artist)
}

function finish(artist: TestArtist, sessionId: string) {
  return world.ok(api.artist.updateSessionStatus, turn(sessionId, 'PLAYED'), artist)
}

async function refusedStep(
  code: RefusalCode,
  sentence: string,
  artist: TestArtist,
  input: ReturnType<typeof turn>,
) {
  const failure = await world.refused(code, api.artist.updateSessionStatus, input, artist)
  assert.equal(failure.message, sentence)
}

function read(sessionId: string) {
  return world.ok(api.session.byId, { query: { sessionId } })
}

describe('starting a concert', () => {
  for (const startsIn of [600, 0, -119]) {
    test(`works ${-startsIn} minutes after its planned start and keeps its planned end`, async () => {
      const artist = await world.artist()
      const id = await world.concert(artist, { startsIn })
      const planned = await read(id)
      const started = await begin(artist, id)
      assert.deepEqual(started, { ...planned, sessionStatus: 'NOW', active: true })
      assert.deepEqual(await read(id), started)
    })
  }

  test('is refused once its end has come', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist, { startsIn: -120 })
    const sentence = 'Время этого концерта уже прошло'
    await refusedStep('ILLEGAL_STEP', sentence, artist, turn(id, 'NOW'))
    assert.equal((await read(id)).sessionStatus, 'SCHEDULED')
  })

  test('is refused for one that runs, and for one that is over', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist, { startsIn: -5 })
    await begin(artist, id)
    await refusedStep('ILLEGAL_STEP', 'Концерт уже идёт', artist, turn(id, 'NOW'))
    await finish(artist, id)
    await refusedStep('ILLEGAL_STEP', 'Концерт уже завершён', artist, turn(id, 'NOW'))
    assert.equal((await read(id)).sessionStatus, 'PLAYED')
  })

  test('is refused while another concert of the artist runs, and works once that has ended', async () => {
    const artist = await world.artist()
    const [first, second] = [await world.concert(artist), await world.concert(artist)]
    await begin(artist, first)
    const sentence = 'У вас уже идёт другой концерт. Завершите его, чтобы начать этот.'
    await refusedStep('ANOTHER_CONCERT_IS_ON', sentence, artist, turn(second, 'NOW'))
    assert.equal((await read(second)).sessionStatus, 'SCHEDULED')
    await finish(artist, first)
    assert.equal((await begin(artist, second)).sessionStatus, 'NOW')
  })

  test('of ten concerts at the same moment starts one', async () => {
    const artist = await world.artist()
    const ids = await Promise.all(Array.from({ length: 10 }, () => world.concert(artist)))
    const replies = await Promise.all(
      ids.map((id) => world.call(api.artist.updateSessionStatus, turn(id, 'NOW'), artist)),
    )
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    const refused = replies.filter(({ failure }) => failure.code === 'ANOTHER_CONCERT_IS_ON')
    assert.equal(refused.length, 9)
    assert.ok(refused.every(({ status }) => status === 409))
    const statuses = await Promise.all(ids.map(async (id) => (await read(id)).sessionStatus))
    assert.equal(statuses.filter((status) => status === 'NOW').length, 1)
  })

  test('ten times at the same moment starts it once', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        world.call(api.artist.updateSessionStatus, turn(id, 'NOW'), artist),
      ),
    )
    const codes = replies.map(({ status, failure }) => (status === 200 ? 'ok' : failure.code))
    assert.deepEqual(codes.toSorted(), [...Array<string>(9).fill('ILLEGAL_STEP'), 'ok'])
  })

  test('of two artists at once disturbs neither', async () => {
    const [one, two] = [await world.artist(), await world.artist()]
    const [first, second] = [await world.concert(one), await world.concert(two)]
    await Promise.all([begin(one, first), begin(two, second)])
    assert.equal((await read(first)).sessionStatus, 'NOW')
    assert.equal((await read(second)).sessionStatus, 'NOW')
  })
})

describe('pausing a concert', () => {
  test('leaves it NOW and not active until it goes on', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist, { startsIn: -5 })
    const running = await begin(artist, id)
    const paused = await world.ok(api.artist.pause, {}, artist)
    assert.deepEqual(paused, { ...running, active: false })
    assert.deepEqual(await read(id), paused)
    assert.deepEqual(await world.ok(api.artist.resume, {}, artist), running)
    assert.deepEqual(await read(id), running)
  })

  test('leaves orders open', async () => {
    const stage = await makeStage(world)
    await world.ok(api.artist.pause, {}, stage.as)
    const reply = await world.listener().order(stage.artist, stage.concertId, stage.ids.А)
    assert.equal(reply.status, 200)
    assert.deepEqual(await stage.list(), ['А SCHEDULED'])
  })

  test('is refused where it is paused already, going on where it is not', async () => {
    const { as } = await makeStage(world)
    assert.equal(
      (await world.refused('ILLEGAL_STEP', api.artist.resume, {}, as)).message,
      'Концерт уже идёт',
    )
    await world.ok(api.artist.pause, {}, as)
    assert.equal(
      (await world.refused('ILLEGAL_STEP', api.artist.pause, {}, as)).message,
      'Концерт уже на паузе',
    )
  })

  test('and going on are refused where no concert runs', async () => {
    const artist = await world.artist()
    await world.concert(artist)
    await world.concert(artist, { status: 'PLAYED', startsIn: -300 })
    for (const endpoint of [api.artist.pause, api.artist.resume]) {
      const failure = await world.refused('SESSION_NOT_OPEN', endpoint, {}, artist)
      assert.equal(failure.message, 'Сейчас концерт не идёт. Сначала начните его.')
    }
  })

  test('touches the concert of nobody else', async () => {
    const { concertId } = await makeStage(world)
    const { as } = await makeStage(world)
    await world.ok(api.artist.pause, {}, as)
    assert.equal((await read(concertId)).active, true)
  })
})

describe('ending a concert', () => {
  test('takes every song that was not played out of the queue', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В')
    await stage.queued('Б')
    await stage.next('А')
    await stage.next('Б')
    await world.listener().order(stage.artist, stage.concertId, stage.ids.Г)
    const ended = await finish(stage.artist, stage.concertId)
    assert.deepEqual([ended.sessionStatus, ended.active, ended.songs], ['PLAYED', false, []])
    assert.deepEqual(await stage.history(), ['А PLAYED', 'Б SKIPPED', 'В SKIPPED', 'Г SKIPPED'])
  })

  test('works while it is paused', async () => {
    const stage = await makeStage(world)
    await world.ok(api.artist.pause, {}, stage.as)
    const ended = await finish(stage.artist, stage.concertId)
    assert.deepEqual([ended.sessionStatus, ended.active], ['PLAYED', false])
  })

  test('is refused for one that never began, and for one that is over', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist)
    await refusedStep('ILLEGAL_STEP', 'Концерт ещё не начался', artist, turn(id, 'PLAYED'))
    await begin(artist, id)
    await finish(artist, id)
    await refusedStep('ILLEGAL_STEP', 'Концерт уже завершён', artist, turn(id, 'PLAYED'))
  })

  test('keeps the song list as it was where the queue cannot be closed', async (t) => {
    const stage = await makeStage(world)
    await stage.scheduled('А')
    const id = sql.lit(stage.concertId)
    t.after(
      await failWrites(
        world.sql,
        sql`update on queue_entries for each row
      when (new.concert_id = ${id})`,
      ),
    )
    const ctx = telling(() => assert.fail('nothing changed'))
    const ending = setConcertStatus(ctx, stage.artist.id, stage.concertId, 'PLAYED')
    await assert.rejects(ending, /no writes/u)
    assert.equal((await read(stage.concertId)).sessionStatus, 'NOW')
    assert.deepEqual(await stage.list(), ['А SCHEDULED'])
  })
})

/** The product, with another who hears of changed concerts. */
const telling = (changed: (concertId: string) => void): Context => ({
  ...world.app.ctx,
  live: { ...world.app.ctx.live, changed },
})

describe('every change of status', () => {
  test('bumps the revision and is told once, when everybody can already read it', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist)
    const told: Promise<string>[] = []
    const rowOf = () =>
      world.sql.selectFrom('concerts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const ctx = telling((changedId) => {
      assert.equal(changedId, id)
      told.push(rowOf().then(({ status, active }) => `${status} ${active}`))
    })
    const revisions = [(await rowOf()).revision]
    const steps = [
      () => setConcertStatus(ctx, artist.id, id, 'NOW'),
      () => pauseConcert(ctx, artist.id),
      () => resumeConcert(ctx, artist.id),
      () => setConcertStatus(ctx, artist.id, id, 'PLAYED'),
    ]
    for (const step of steps) {
      await step()
      revisions.push((await rowOf()).revision)
    }
    assert.deepEqual(await Promise.all(told), ['NOW true', 'NOW false', 'NOW true', 'PLAYED false'])
    assert.equal(new Set(revisions).size, revisions.length)
    assert.deepEqual(
      revisions,
      revisions.toSorted((a, b) => a - b),
    )
  })

  test('is not told where it was refused', async () => {
    const artist = await world.artist()
    const id = await world.concert(artist)
    const ctx = telling(() => assert.fail('nothing changed'))
    await assert.rejects(setConcertStatus(ctx, artist.id, id, 'PLAYED'))
    await assert.rejects(pauseConcert(ctx, artist.id))
  })
})

describe('what the live channel asks', () => {
  test('finds a concert under its own artist alone, whatever the case', async () => {
    const artist = await world.artist({ username: 'Live-Finder' })
    const other = await world.artist()
    const id = await world.concert(artist)
    const { ctx } = world.app
    assert.equal(await findConcertForLive(ctx, 'live-FINDER', id), id)
    assert.equal(await findConcertForLive(ctx, other.username, id), null)
    assert.equal(await findConcertForLive(ctx, artist.username, 'не номер'), null)
    assert.equal(await findConcertForLive(ctx, artist.username, artist.id), null)
    assert.equal(await findConcertForLive(ctx, 'a\u0000', id), null)
  })

  test('says where concerts stand, and leaves out one that is gone', async () => {
    const { concertId, artist, as } = await makeStage(world)
    const standing = () => liveStatusesOf(world.app.ctx, [artist.id, concertId])
    assert.deepEqual([...(await standing())], [[concertId, { sessionStatus: 'NOW', active: true }]])
    await world.ok(api.artist.pause, {}, as)
    assert.deepEqual(
      [...(await standing())],
      [[concertId, { sessionStatus: 'NOW', active: false }]],
    )
  })
})
