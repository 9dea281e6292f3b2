import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '#contract/index.ts'
import { paidConcert } from '#test/support/paid-concert.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { codeIn } from '#test/support/steps/newcomer.ts'
import { askIds, makePhone, makeStage, silentAskId } from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const linkOf = (of: { as: { token: string }; concertId: string }, name: string) =>
  world.call(api.artist.addSecondPad, { body: { sessionId: of.concertId, name } }, of.as)

/** A second pad of this stage. */
async function secondPad(of: { as: { token: string }; concertId: string }, name = 'Лёша') {
  const { status, data } = await linkOf(of, name)
  assert.equal(status, 201)
  return { id: data.id, token: data.link.split('#')[1] ?? '' }
}

/** Waits until the log has this many lines, the newest first. */
async function logOf({ as, concertId }: TestStage, lines: number) {
  for (;;) {
    const log = await world.ok(api.artist.padLog, { query: { sessionId: concertId } }, as)
    if (log.length >= lines) return log
    await sleep(10)
  }
}

describe('the link of a second pad', () => {
  test('leads a queue: says whose pad it is, plays, moves and takes out', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б', 'В', 'Г')
    const { token } = await secondPad(stage)
    const own = await world.ok(api.artist.secondPad, {}, { token })
    assert.equal(own.name, 'Лёша')
    assert.equal(own.artistUsername, stage.artist.username)
    assert.equal(own.sessionId, stage.concertId)
    const sessionId = stage.concertId
    await world.ok(api.artist.nextSong, { body: { songId: null, sessionId } }, { token })
    const queued = { songId: stage.ids['В'], statusSong: 'QUEUED' as const, sessionId }
    await world.ok(api.artist.changeSongStatus, { body: queued }, { token })
    const skipped = { songId: stage.ids['Б'], statusSong: 'SKIPPED' as const, sessionId }
    await world.ok(api.artist.changeSongStatus, { body: skipped }, { token })
    await world.ok(api.artist.pause, {}, { token })
    await world.ok(api.artist.resume, {}, { token })
    assert.deepEqual(await stage.list(), ['А NOW', 'В QUEUED', 'Г SCHEDULED'])
  })

  test('comes into a closed evening with the pass of its word', async () => {
    const stage = await makeStage(world, { concert: { title: 'Свадьба' } })
    const { token } = await secondPad(stage)
    const open = await world.ok(api.artist.secondPad, {}, { token })
    assert.equal(open.pass, null)
    const sessionId = stage.concertId
    const body = { sessionId, rules: {}, codeWord: 'Горько' }
    const closed = await world.ok(api.artist.changeRules, { body }, stage.as)
    const { pass } = await world.ok(api.artist.secondPad, {}, { token })
    assert.equal(pass, closed.pass)
    const query = { sessionId, pass: pass ?? '' }
    const session = await world.ok(api.session.byId, { query }, { token })
    assert.deepEqual([session.title, session.pass], ['Свадьба', pass])
  })

  test('is shown to nobody but its maker, and neither is what was done', async () => {
    const stage = await makeStage(world)
    const stranger = await world.artist()
    const body = { sessionId: stage.concertId, name: 'Чужой' }
    const refused = await world.call(api.artist.addSecondPad, { body }, stranger)
    assert.equal(refused.failure.code, 'NOT_YOURS')
    const query = { sessionId: stage.concertId }
    for (const endpoint of [api.artist.secondPads, api.artist.padLog])
      assert.equal((await world.call(endpoint, { query }, stranger)).failure.code, 'NOT_YOURS')
  })

  test('asks for a name, and gives at most five to a concert', async () => {
    const stage = await makeStage(world)
    for (const [name, message] of [
      ['  ', 'Напишите, у кого будет второй пульт'],
      ['я'.repeat(41), 'Не длиннее 40 символов'],
    ] as const) {
      const { status, failure } = await linkOf(stage, name)
      assert.deepEqual([status, failure.code], [400, 'VALIDATION'])
      assert.deepEqual(failure.fields, { name: message })
    }
    for (let left = 5; left > 0; left--) await secondPad(stage, `Пульт ${left}`)
    const sixth = await linkOf(stage, 'Лишний')
    assert.equal(sixth.failure.code, 'ILLEGAL_STEP')
  })

  test('is one of five at most, also where six are asked for at once', async () => {
    const stage = await makeStage(world)
    const names = Array.from({ length: 6 }, (_, place) => `Пульт ${place}`)
    const replies = await Promise.all(names.map((name) => linkOf(stage, name)))
    assert.equal(replies.filter(({ status }) => status === 201).length, 5)
  })

  test('is dead at once when it is called back, and when the concert is over', async () => {
    const stage = await makeStage(world)
    const query = { sessionId: stage.concertId }
    const [first, second] = [await secondPad(stage, 'Первый'), await secondPad(stage, 'Второй')]
    await world.ok(api.artist.secondPad, {}, { token: first.token })
    const list = () => world.ok(api.artist.secondPads, { query }, stage.as)
    assert.deepEqual(await list(), [
      { id: first.id, name: 'Первый', opened: true },
      { id: second.id, name: 'Второй', opened: false },
    ])
    const revoke = () =>
      world.call(api.artist.revokeSecondPad, { body: { ...query, id: first.id } }, stage.as)
    assert.equal((await revoke()).status, 200)
    assert.equal((await revoke()).failure.code, 'NOT_FOUND')
    const asked = await world.call(api.artist.queue, { query }, { token: first.token })
    assert.deepEqual([asked.status, asked.failure.code], [401, 'NO_TOKEN'])
    assert.equal((await world.call(api.artist.queue, { query }, second)).status, 200)
    const over = { sessionId: stage.concertId, sessionStatus: 'PLAYED' as const }
    await world.ok(api.artist.updateSessionStatus, { body: over }, stage.as)
    assert.equal((await world.call(api.artist.queue, { query }, second)).status, 401)
    assert.equal((await linkOf(stage, 'Поздно')).failure.code, 'ILLEGAL_STEP')
  })

  test('takes a break, which its concert shows, and ends it', async () => {
    const stage = await makeStage(world)
    const { token } = await secondPad(stage)
    const until = world.now().getTime() + 15 * MINUTE_MS
    const body = { sessionId: stage.concertId, until: new Date(until).toISOString() }
    const paused = await world.ok(api.artist.takeBreak, { body }, { token })
    assert.deepEqual([paused.active, Date.parse(paused.breakUntil ?? '')], [false, until])
    const resumed = await world.ok(api.artist.resume, {}, { token })
    assert.deepEqual([resumed.active, resumed.breakUntil], [true, undefined])
    const other = { ...body, sessionId: (await makeStage(world)).concertId }
    const refused = await world.call(api.artist.takeBreak, { body: other }, { token })
    assert.deepEqual([refused.status, refused.failure.code], [403, 'NOT_YOURS'])
  })

  test('ends with the logins, before its concert too: who stole the account may have made it', async () => {
    const stage = await makeStage(world, { concert: { status: 'SCHEDULED', startsIn: 60 } })
    const other = await secondPad(await makeStage(world))
    const first = await secondPad(stage)
    const query = { sessionId: stage.concertId }
    await world.ok(api.artist.queue, { query }, first)
    await world.ok(api.auth.logoutOthers, {}, stage.as)
    await world.refused('NO_TOKEN', api.artist.queue, { query }, first)
    const again = await secondPad(stage)
    const asked = { body: { usernameOrEmail: stage.artist.username } }
    const { cookie = '' } = await world.call(api.auth.forgotPassword, asked)
    await mailIdle(world.app.ctx)
    const code = codeIn(world, `${stage.artist.username}@example.org`)
    const passwords = { newPassword: 'Drugaya7-struna', newPasswordConfirm: 'Drugaya7-struna' }
    const body = { ...asked.body, code, ...passwords }
    await world.ok(api.auth.resetPassword, { body }, { cookie })
    await world.refused('NO_TOKEN', api.artist.queue, { query }, again)
    await world.ok(api.artist.secondPad, {}, other)
  })

  test('pauses no concert but its own', async () => {
    const stage = await makeStage(world)
    const concertId = await world.concert(stage.artist, { startsIn: 600 })
    const { token } = await secondPad({ ...stage, concertId })
    const { status, failure } = await world.call(api.artist.pause, {}, { token })
    assert.deepEqual([status, failure.code], [403, 'NOT_YOURS'])
  })
})

test('a second pad is told of no sum, neither in the queue nor of what was played nor in a refusal', async () => {
  const show = await paidConcert(world)
  const { sessionId } = show
  const order = await show.paid('card', 50_000)
  const { token } = await secondPad({ ...show, concertId: sessionId })
  const sums = async () => {
    const queue = await world.ok(api.artist.queue, { query: { sessionId } }, { token })
    return queue.map(({ amount, paidOrders, paid }) => [amount, paidOrders, paid])
  }
  // That money would go back is to be asked about.
  assert.deepEqual(await sums(), [[0, 0, true]])
  assert.deepEqual(
    (await show.queue()).map(({ amount }) => amount),
    [50_000],
  )
  const { id } = await world.sql
    .selectFrom('orders')
    .select('id')
    .where('concertId', '=', sessionId)
    .executeTakeFirstOrThrow()
  const asked = { query: { sessionId, askId: silentAskId(id) } }
  const { orders } = await world.ok(api.artist.guestOrders, asked, { token })
  assert.deepEqual(
    orders.map(({ amount, paid }) => [amount, paid]),
    [[0, true]],
  )
  const waits = { songId: null, expectedNowId: order.id, sessionId }
  const moved = await world.call(api.artist.nextSong, { body: waits }, { token })
  assert.equal(moved.failure.code, 'NOW_MOVED')
  assert.doesNotMatch(JSON.stringify(moved.failure), /50000/u)
  await show.next()
  await show.next()
  const last = await world.ok(api.artist.lastPlayed, { query: { sessionId } }, { token })
  assert.equal(last?.amount, 0)
})

test('a second pad is told that a song was paid in cash, and not how much', async () => {
  const stage = await makeStage(world)
  const { token } = await secondPad(stage)
  const song = { sessionId: stage.concertId, entryId: randomUUID(), songId: stage.ids.А }
  const note = { title: '', artistName: '', forWhom: 'Света', cash: 50_000 }
  await world.ok(api.artist.addSong, { body: { ...song, ...note } }, stage.as)
  const query = { sessionId: stage.concertId }
  const [mine] = await stage.queue()
  const [his] = await world.ok(api.artist.queue, { query }, { token })
  assert.deepEqual([mine?.cash, his?.inCash, his?.cash], [50_000, true, 0])
})

describe('who did what', () => {
  test('is told to both, by the name of the pad', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б')
    const { token } = await secondPad(stage)
    const sessionId = stage.concertId
    const body = { songId: stage.ids['Б'], sessionId }
    await world.ok(api.artist.nextSong, { body }, { token })
    await logOf(stage, 1)
    world.advance(1000)
    await stage.skip('А')
    const log = await logOf(stage, 2)
    assert.deepEqual(
      log.map(({ by, action, songTitle }) => [by, action, songTitle]),
      [
        [null, 'skip', 'А'],
        ['Лёша', 'next', 'Б'],
      ],
    )
    const query = { sessionId }
    assert.deepEqual(await world.ok(api.artist.padLog, { query }, { token }), log)
  })

  test('says in words of their own that words were shown and a listener muted', async () => {
    const stage = await makeStage(world)
    const { token } = await secondPad(stage)
    await makePhone(world).order(stage, stage.ids.А, { words: 'иди нахуй' })
    const [askId = ''] = await askIds(stage)
    const body = { sessionId: stage.concertId, askId }
    await world.ok(api.artist.openWords, { body }, { token })
    for (const muted of [true, false]) {
      await logOf(stage, muted ? 1 : 2)
      world.advance(1000)
      await world.ok(api.artist.muteListener, { body: { ...body, muted } }, { token })
    }
    assert.deepEqual(
      (await logOf(stage, 3)).map(({ by, action }) => [by, action]),
      ['unmute', 'mute', 'open_words'].map((action) => ['Лёша', action]),
    )
  })

  test('names a battle and a shown title, and leaves out what does not touch the queue', async () => {
    const stage = await makeStage(world)
    const { token } = await secondPad(stage)
    const sessionId = stage.concertId
    const signal = { sessionId, id: randomUUID(), words: 'Тише', agoMs: 0 }
    await world.ok(api.artist.giveSignal, { body: signal }, { token })
    const songIds = [stage.ids.А, stage.ids.Б]
    const battle = { sessionId, id: randomUUID() }
    await world.ok(api.artist.startBattle, { body: { ...battle, songIds, minutes: 3 } }, { token })
    await logOf(stage, 1)
    world.advance(1000)
    await world.ok(api.artist.cancelBattle, { body: battle }, { token })
    await logOf(stage, 2)
    world.advance(1000)
    const held = { title: 'Позвони', artistName: '8 916 123-45-67' }
    await makePhone(world).order(stage, null, held)
    const [entry] = await stage.queue()
    const body = { sessionId, entryId: entry?.id ?? '' }
    await world.ok(api.artist.openTitle, { body }, { token })
    assert.deepEqual(
      (await logOf(stage, 3)).map(({ action }) => action),
      ['open_words', 'battle', 'battle'],
    )
  })

  test('is not written where there is no second pad', async () => {
    const [alone, other] = [await makeStage(world), await makeStage(world)]
    await alone.scheduled('А')
    await secondPad(other)
    await other.scheduled('А')
    await alone.next()
    await other.next()
    await logOf(other, 1)
    const query = { sessionId: alone.concertId }
    assert.deepEqual(await world.ok(api.artist.padLog, { query }, alone.as), [])
  })
})
