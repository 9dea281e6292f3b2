import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { api } from '#contract/index.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { takeDueSteps } from '#server/modules/concerts/concert-lifecycle.service.ts'
import { runClock } from '#server/platform/jobs/clock.ts'
import type { ClockWakes } from '#server/platform/jobs/clock.ts'
import { failWrites } from '#test/support/database/failing-database.ts'
import { makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

async function statusOf(sessionId: string): Promise<string> {
  const { sessionStatus } = await world.ok(api.session.byId, { query: { sessionId } })
  return sessionStatus
}

function tick(): Promise<number> {
  return takeDueSteps(world.app.ctx)
}

describe('a concert with the autostart', () => {
  test('starts at its start and not before, and keeps its planned end', async () => {
    const artist = await world.artist()
    const sessionId = await world.concert(artist, { startsIn: 10, autoRun: true })
    const planned = await world.ok(api.session.byId, { query: { sessionId } })
    world.advance(10 * MINUTE_MS - 1)
    await tick()
    assert.equal(await statusOf(sessionId), 'SCHEDULED')
    world.advance(1)
    await tick()
    const started = await world.ok(api.session.byId, { query: { sessionId } })
    assert.deepEqual(started, { ...planned, sessionStatus: 'NOW', active: true })
  })

  test('starts late where the clock stood still at its start', async () => {
    const id = await world.concert(await world.artist(), { startsIn: -119, autoRun: true })
    await tick()
    assert.equal(await statusOf(id), 'NOW')
  })

  test('waits while another concert of its artist runs, holds up nobody, and starts after it', async () => {
    const artist = await world.artist()
    const running = await world.concert(artist, { status: 'NOW', startsIn: -60 })
    const waiting = await world.concert(artist, { startsIn: -5, autoRun: true })
    const other = await world.concert(await world.artist(), { startsIn: -1, autoRun: true })
    await tick()
    assert.deepEqual(
      [await statusOf(running), await statusOf(waiting), await statusOf(other)],
      ['NOW', 'SCHEDULED', 'NOW'],
    )
    const body = { sessionId: running, sessionStatus: 'PLAYED' }
    await world.ok(api.artist.updateSessionStatus, { body }, artist)
    await tick()
    assert.equal(await statusOf(waiting), 'NOW')
  })

  test('starts in the same stroke in which the clock ends the one before it', async () => {
    const artist = await world.artist()
    const overdue = await world.concert(artist, { status: 'NOW', startsIn: -180 })
    const waiting = await world.concert(artist, { startsIn: -5, autoRun: true })
    await tick()
    assert.deepEqual([await statusOf(overdue), await statusOf(waiting)], ['PLAYED', 'NOW'])
  })

  test('is one of two where both of an artist are due', async () => {
    const artist = await world.artist()
    const ids = [
      await world.concert(artist, { startsIn: -5, autoRun: true }),
      await world.concert(artist, { startsIn: -4, autoRun: true }),
    ]
    await tick()
    const statuses = await Promise.all(ids.map(statusOf))
    assert.deepEqual(statuses, ['NOW', 'SCHEDULED'])
  })

  test('that its artist ended is not started again', async () => {
    const artist = await world.artist()
    const sessionId = await world.concert(artist, { startsIn: 5, autoRun: true })
    for (const sessionStatus of ['NOW', 'PLAYED'])
      await world.ok(api.artist.updateSessionStatus, { body: { sessionId, sessionStatus } }, artist)
    world.advance(6 * MINUTE_MS)
    await tick()
    assert.equal(await statusOf(sessionId), 'PLAYED')
  })
})

describe('a concert without the autostart', () => {
  test('is left to its artist at its start', async () => {
    const id = await world.concert(await world.artist(), { startsIn: -30 })
    await tick()
    assert.equal(await statusOf(id), 'SCHEDULED')
  })

  for (const autoRun of [false, true])
    test(`is over when its end comes and nobody started it${autoRun ? ', and so is one with it' : ''}`, async () => {
      const artist = await world.artist()
      const stage = await makeStage(world, {
        concert: { status: 'SCHEDULED', startsIn: -60, autoRun: false },
      })
      // With the autostart, only another running concert can have prevented its start.
      const blocker = { status: 'NOW', startsIn: -30, minutes: 600 } as const
      if (autoRun) {
        await world.concert(stage.artist, blocker)
        await world.sql
          .updateTable('concerts')
          .set({ autoRun })
          .where('id', '=', stage.concertId)
          .execute()
      }
      await world.listener().order(stage.artist, stage.concertId, stage.ids.А)
      const next = await world.concert(artist, { startsIn: 1 })
      world.advance(60 * MINUTE_MS - 1)
      await tick()
      assert.equal(await statusOf(stage.concertId), 'SCHEDULED')
      assert.deepEqual(await stage.history(), ['А SCHEDULED'])
      world.advance(1)
      await tick()
      assert.equal(await statusOf(stage.concertId), 'PLAYED')
      assert.deepEqual(await stage.history(), ['А SKIPPED'])
      assert.equal(await statusOf(next), 'SCHEDULED')
    })
})

describe('a concert that its artist forgot to end', () => {
  test('runs on for 60 minutes after its planned end, then ends and lets its queue go', async () => {
    const stage = await makeStage(world, { concert: { startsIn: -120, minutes: 120 } })
    await stage.scheduled('А', 'Б')
    await stage.next('Б')
    world.advance(60 * MINUTE_MS - 1)
    await tick()
    assert.equal(await statusOf(stage.concertId), 'NOW')
    world.advance(1)
    await tick()
    assert.equal(await statusOf(stage.concertId), 'PLAYED')
    assert.deepEqual(await stage.history(), ['А SKIPPED', 'Б SKIPPED'])
  })

  test('ends while paused too', async () => {
    const stage = await makeStage(world, { concert: { startsIn: -180 } })
    await world.ok(api.artist.pause, {}, stage.as)
    await tick()
    assert.equal(await statusOf(stage.concertId), 'PLAYED')
  })

  test('is left as long as the installation says', async () => {
    const hasty = { ...world.app.ctx, endGraceMinutes: 5 }
    const id = await world.concert(await world.artist(), { status: 'NOW', startsIn: -124 })
    await takeDueSteps(hasty)
    assert.equal(await statusOf(id), 'NOW')
    world.advance(MINUTE_MS)
    await takeDueSteps(hasty)
    assert.equal(await statusOf(id), 'PLAYED')
  })
})

describe('the clocks of many processes', () => {
  test('take every step once and tell of it once', async () => {
    await tick()
    const ids: string[] = []
    for (let count = 0; count < 4; count++) {
      const overdue = { status: 'NOW', startsIn: -300 } as const
      ids.push(await world.concert(await world.artist(), overdue))
      ids.push(await world.concert(await world.artist(), { startsIn: -300 }))
      ids.push(await world.concert(await world.artist(), { startsIn: -5, autoRun: true }))
    }
    const told: string[] = []
    const live = { ...world.app.ctx.live, changed: (id: string) => void told.push(id) }
    const counts = await Promise.all(
      Array.from({ length: 6 }, () => takeDueSteps({ ...world.app.ctx, live })),
    )
    // A process skips a row that another one has locked, so a last tick finds nothing left.
    assert.equal(await tick(), 0)
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      ids.length,
    )
    assert.deepEqual(told.toSorted(), ids.toSorted())
    const statuses = await Promise.all(ids.map(statusOf))
    assert.deepEqual(statuses, Array.from({ length: 4 }, () => ['PLAYED', 'PLAYED', 'NOW']).flat())
  })

  test('leave a concert whose step fails as it was, and take all the others', async (t) => {
    const overdue = { status: 'NOW', startsIn: -300 } as const
    const ids: string[] = []
    for (let count = 0; count < 3; count++)
      ids.push(await world.concert(await world.artist(), overdue))
    const restore = await failWrites(
      world.sql,
      sql`update on concerts for each row
      when (new.id = ${sql.lit(ids[1])})`,
    )
    t.after(restore)
    await assert.rejects(tick(), AggregateError)
    assert.deepEqual(await Promise.all(ids.map(statusOf)), ['PLAYED', 'NOW', 'PLAYED'])
    await restore()
    assert.equal(await tick(), 1)
    assert.equal(await statusOf(ids[1] ?? ''), 'PLAYED')
  })

  test('get through more than one armful', async () => {
    const ids: string[] = []
    for (let count = 0; count < 60; count++)
      ids.push(await world.concert(await world.artist(), { startsIn: -300 }))
    assert.equal(await tick(), 60)
    assert.ok((await Promise.all(ids.map(statusOf))).every((status) => status === 'PLAYED'))
  })
})

describe('running the clock', () => {
  const silent = { info: () => {}, error: () => {} }

  test('never overlaps two strokes, and stopping waits for the one under way', async () => {
    const third = Promise.withResolvers<void>()
    const hold = Promise.withResolvers<void>()
    let strokes = 0
    let atOnce = 0
    let most = 0
    const clock = runClock({
      everyMs: 0,
      log: silent,
      async tick() {
        strokes += 1
        atOnce += 1
        most = Math.max(most, atOnce)
        if (strokes === 3) {
          third.resolve()
          await hold.promise
        }
        atOnce -= 1
      },
    })
    await third.promise
    const stopping = clock.stop()
    const first = await Promise.race([stopping.then(() => 'stopped'), nextTurns()])
    assert.equal(first, 'still running')
    hold.resolve()
    await stopping
    await nextTurns()
    assert.deepEqual([strokes, atOnce, most], [3, 0, 1])
  })

  test('stopped between two strokes does not wait for the next', async () => {
    let strokes = 0
    const clock = runClock({
      everyMs: 3_600_000,
      log: silent,
      tick: () => Promise.resolve((strokes += 1)),
    })
    await nextTurns()
    await clock.stop()
    assert.equal(strokes, 1)
  })

  test('serves all that wakes it within its rest by one stroke', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const wakes: ClockWakes = new EventEmitter()
    let strokes = 0
    const stroke = () => Promise.resolve((strokes += 1))
    const clock = runClock({ everyMs: 3_600_000, log: silent, tick: stroke, wakes, restMs: 200 })
    await nextTurns()
    for (let wake = 0; wake < 3; wake += 1) wakes.emit('due')
    t.mock.timers.tick(199)
    await nextTurns()
    assert.equal(strokes, 1)
    t.mock.timers.tick(1)
    await nextTurns()
    assert.equal(strokes, 2)
    wakes.emit('due')
    t.mock.timers.tick(200)
    await nextTurns()
    assert.equal(strokes, 3)
    await clock.stop()
  })

  test('goes on after a failure, which is logged once however long it lasts', async () => {
    const lines: string[] = []
    const enough = Promise.withResolvers<void>()
    const log = {
      info: (_: object, line: string) => lines.push(`info: ${line}`),
      error: (_: object, line: string) => lines.push(`error: ${line}`),
    }
    let strokes = 0
    const clock = runClock({
      everyMs: 0,
      log,
      async tick() {
        strokes += 1
        if (strokes === 7) enough.resolve()
        if (strokes !== 1 && strokes < 5) throw new Error('the database is away')
      },
    })
    await enough.promise
    await clock.stop()
    assert.deepEqual(lines, [
      'error: the clock failed and will try again',
      'info: the clock runs again',
    ])
  })
})

/** Long enough for anything that was ready to run. */
async function nextTurns(): Promise<string> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  return 'still running'
}
