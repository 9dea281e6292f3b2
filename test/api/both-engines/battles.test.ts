import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { DEFAULT_RULES } from '#domain/queue/evening-rules.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { endDueBattles, liveBattles } from '#server/modules/battles/battles.service.ts'
import { forgetOld } from '#server/jobs.ts'
import { paidConcert } from '#test/support/paid-concert.ts'
import {
  begunBattle,
  knownPhone,
  makePhone,
  makeStage,
  orderOf,
  silentAskId,
  voteIn,
} from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

type Battle = { sessionId: string; id: string }

/** What the live channel says of it. */
const live = async ({ concertId }: Pick<TestStage, 'concertId'>) =>
  (await liveBattles(world.app.ctx, [concertId])).get(concertId)?.battle
const counts = async (stage: Pick<TestStage, 'concertId'>) =>
  (await live(stage))?.songs.map(({ votes }) => votes)
const end = (battle: Battle, as: { token: string }) =>
  world.call(api.artist.endBattle, { body: battle }, as)
const cancel = (battle: Battle, as: { token: string }) =>
  world.call(api.artist.cancelBattle, { body: battle }, as)

async function vote(battle: Battle, songId: string, phone: { cookie?: string | undefined } = {}) {
  const reply = await voteIn(world, battle, songId, phone)
  assert.equal(reply.status, 200)
  return { cookie: reply.cookie ?? phone.cookie ?? '' }
}

/** А sounds, Б is queued, В is ordered. */
async function busy() {
  const stage = await makeStage(world)
  await stage.scheduled('А', 'Б', 'В')
  await stage.queued('А', 'Б')
  await stage.next()
  return stage
}

describe('A battle', () => {
  test('shows a song that an operator hid as «скрыто», as the queue does', async () => {
    const stage = await busy()
    const body = { songId: stage.ids.Г, title: '', artistName: '', imageUrl: '' }
    await world.ok(api.artist.addFavorite, { body }, stage.as)
    await begunBattle(world, stage, ['В', 'Г'])
    const { token } = await world.artist({ role: 'ADMIN' })
    const { username } = stage.artist
    const why = { reason: 'other', words: 'так решили', hidden: true } as const
    const hide = { username, songId: stage.ids.Г, ...why }
    await world.ok(api.operator.hideSong, { body: hide }, { token })
    const titles = (await live(stage))?.songs.map(({ title }) => title)
    assert.deepEqual(titles, ['В', 'скрыто'])
  })

  test('is told to the whole hall, one vote of each device, and another in place of the first', async () => {
    const stage = await busy()
    assert.equal(await live(stage), undefined)
    const battle = await begunBattle(world, stage, ['В', 'Г', 'Д'])
    assert.deepEqual(
      (await live(stage))?.songs.map(({ title, votes }) => [title, votes]),
      [
        ['В', 0],
        ['Г', 0],
        ['Д', 0],
      ],
    )
    const phone = await vote(battle, stage.ids.Г)
    await vote(battle, stage.ids.Д)
    assert.deepEqual(await counts(stage), [0, 1, 1])
    await vote(battle, stage.ids.Д, phone)
    assert.deepEqual(await counts(stage), [0, 0, 2])
    const mine = await world.ok(api.songs.myVote, { query: { id: battle.id } }, phone)
    assert.equal(mine.songId, stage.ids.Д)
    assert.equal((await world.ok(api.songs.myVote, { query: { id: battle.id } })).songId, null)
  })

  test('that the artist ends puts the winner first in «Очередь», once', async () => {
    const stage = await busy()
    const battle = await begunBattle(world, stage, ['Г', 'Д'])
    await vote(battle, stage.ids.Д)
    assert.equal((await end(battle, stage.as)).status, 200)
    assert.deepEqual(await stage.list(), ['А NOW', 'Д QUEUED', 'Б QUEUED', 'В SCHEDULED'])
    assert.equal((await live(stage))?.ended?.winner, stage.ids.Д)
    await stage.next()
    assert.equal((await end(battle, stage.as)).status, 200)
    assert.deepEqual(await stage.list(), ['Д NOW', 'Б QUEUED', 'В SCHEDULED'])
  })

  test('puts the winner before the orders between the songs of a set, and they stay behind it', async () => {
    const stage = await busy()
    const rules = { orderAfter: 1, lock: 0 }
    await world.ok(
      api.artist.changeRules,
      { body: { sessionId: stage.concertId, rules } },
      stage.as,
    )
    assert.deepEqual(await stage.list(), ['А NOW', 'В SCHEDULED', 'Б QUEUED'])
    const battle = await begunBattle(world, stage, ['Г', 'Д'])
    await vote(battle, stage.ids.Д)
    await end(battle, stage.as)
    const { Г } = stage.ids
    assert.equal((await makePhone(world).order(stage, Г)).status, 200)
    const list = ['А NOW', 'Д QUEUED', 'В SCHEDULED', 'Б QUEUED', 'Г SCHEDULED']
    assert.deepEqual(await stage.list(), list)
  })

  for (const since of ['before', 'after'])
    test(`keeps the winner and what «Вернуть» puts before it before the orders between own songs, laid so from ${since} it`, async () => {
      const stage = await busy()
      const [played] = await stage.queue()
      await stage.next()
      const sessionId = stage.concertId
      const lay = () => {
        const rules = { orderAfter: 1, lock: 0 }
        return world.ok(api.artist.changeRules, { body: { sessionId, rules } }, stage.as)
      }
      if (since === 'before') await lay()
      const battle = await begunBattle(world, stage, ['Г', 'Д'])
      await vote(battle, stage.ids.Д)
      await end(battle, stage.as)
      const undo = { sessionId, entryId: played?.id ?? '' }
      await world.ok(api.artist.undoPlayed, { body: undo }, stage.as)
      if (since === 'after') await lay()
      assert.equal((await makePhone(world).order(stage, stage.ids.Г)).status, 200)
      const list = ['А NOW', 'Б QUEUED', 'Д QUEUED', 'В SCHEDULED', 'Г SCHEDULED']
      assert.deepEqual(await stage.list(), list)
    })

  test('is ended by the clock, whichever process comes first', async () => {
    const stage = await busy()
    const battle = await begunBattle(world, stage, ['Г', 'Д'])
    await vote(battle, stage.ids.Г)
    await endDueBattles(world.app.ctx)
    assert.equal((await live(stage))?.ended, undefined)
    world.advance(2 * MINUTE_MS)
    const late = await voteIn(world, battle, stage.ids.Д)
    assert.equal(late.failure.code, 'ILLEGAL_STEP')
    await Promise.all([endDueBattles(world.app.ctx), endDueBattles(world.app.ctx)])
    assert.deepEqual(await stage.list(), ['А NOW', 'Г QUEUED', 'Б QUEUED', 'В SCHEDULED'])
    assert.equal((await live(stage))?.ended?.winner, stage.ids.Г)
    world.advance(MINUTE_MS)
    assert.equal(await live(stage), undefined)
  })

  test('moves a song that waits with the order behind it, and it stays although that is cancelled', async () => {
    const stage = await busy()
    const phone = makePhone(world)
    const { data } = await phone.order(stage, stage.ids.Д)
    const battle = await begunBattle(world, stage, ['Д', 'Г'])
    await vote(battle, stage.ids.Д)
    await end(battle, stage.as)
    assert.deepEqual(await stage.list(), ['А NOW', 'Д QUEUED', 'Б QUEUED', 'В SCHEDULED'])
    const [, first] = await stage.queue()
    assert.equal(first?.backers, 1)
    const taken = { body: { orderId: data.orderId } }
    await world.ok(api.songs.cancelOrder, taken, { cookie: phone.cookie ?? '' })
    assert.equal((await stage.list())[1], 'Д QUEUED')
  })

  test('leaves the money behind a winner and behind a loser where it is', async () => {
    const show = await paidConcert(world)
    const [one, two] = [await show.paid(), await show.paid('sbp')]
    const body = { sessionId: show.sessionId, id: randomUUID() }
    const songIds = [one.song, two.song]
    await world.ok(api.artist.startBattle, { body: { ...body, songIds, minutes: 1 } }, show.as)
    await vote(body, two.song)
    await end(body, show.as)
    const queue = await world.ok(
      api.artist.queue,
      { query: { sessionId: show.sessionId } },
      show.as,
    )
    assert.deepEqual(
      queue.map(({ songId, status, paidOrders }) => [songId, status, paidOrders]),
      [
        [two.song, 'QUEUED', 1],
        [one.song, 'SCHEDULED', 1],
      ],
    )
  })

  test('without a vote, and one that is cancelled, leaves the queue alone', async () => {
    const stage = await busy()
    await end(await begunBattle(world, stage, ['Г', 'Д']), stage.as)
    assert.equal((await live(stage))?.ended?.winner, null)
    world.advance(1000)
    const battle = await begunBattle(world, stage, ['Г', 'Д'])
    await vote(battle, stage.ids.Д)
    assert.equal((await cancel(battle, stage.as)).status, 200)
    assert.equal((await cancel(battle, stage.as)).status, 200)
    assert.equal(await live(stage), undefined)
    assert.deepEqual(await stage.list(), ['А NOW', 'Б QUEUED', 'В SCHEDULED'])
    assert.equal((await voteIn(world, battle, stage.ids.Д)).failure.code, 'ILLEGAL_STEP')
  })

  test('begins once for each id, one at a time, of songs that there are, in a concert that runs', async () => {
    const stage = await busy()
    const body = { sessionId: stage.concertId, id: randomUUID(), minutes: 1 }
    const start = (more: object, as = stage.as) =>
      world.call(api.artist.startBattle, { body: { ...body, ...more } }, as)
    const songIds = [stage.ids.Г, stage.ids.Д]
    const unknown = await start({ songIds: [stage.ids.Г, randomUUID()] })
    assert.equal(unknown.failure.code, 'NOT_FOUND')
    const few = await start({ songIds: [stage.ids.Г] })
    assert.ok('songIds' in (few.failure.fields ?? {}))
    assert.ok('minutes' in ((await start({ songIds, minutes: 6 })).failure.fields ?? {}))
    assert.equal((await start({ songIds })).status, 200)
    assert.equal((await start({ songIds })).status, 200)
    const second = await start({ songIds, id: randomUUID() })
    assert.equal(second.failure.code, 'ILLEGAL_STEP')
    const other = await makeStage(world)
    assert.equal((await start({ songIds }, other.as)).failure.code, 'NOT_YOURS')
    const ended = { sessionId: stage.concertId, sessionStatus: 'PLAYED' as const }
    await world.ok(api.artist.updateSessionStatus, { body: ended }, stage.as)
    assert.equal((await start({ songIds })).failure.code, 'SESSION_NOT_OPEN')
  })

  test('ends with its concert: nobody wins, and the clock finds nothing', async () => {
    const stage = await busy()
    const battle = await begunBattle(world, stage, ['Г', 'Д'])
    await vote(battle, stage.ids.Д)
    const body = { sessionId: stage.concertId, sessionStatus: 'PLAYED' as const }
    await world.ok(api.artist.updateSessionStatus, { body }, stage.as)
    assert.equal(await live(stage), undefined)
    world.advance(3 * MINUTE_MS)
    await endDueBattles(world.app.ctx)
    assert.deepEqual(await stage.list(), [])
    assert.ok(!(await stage.history()).some((line) => line.startsWith('Д')))
    assert.equal((await voteIn(world, battle, stage.ids.Д)).failure.code, 'SESSION_NOT_OPEN')
  })

  test('takes no vote for another song, of a muted guest, and of who has not the word of a closed evening', async () => {
    const stage = await busy()
    const battle = await begunBattle(world, stage, ['Г', 'Д'])
    assert.equal((await voteIn(world, battle, stage.ids.Б)).failure.code, 'NOT_FOUND')
    const elsewhere = { ...battle, id: randomUUID() }
    assert.equal((await voteIn(world, elsewhere, stage.ids.Д)).failure.code, 'NOT_FOUND')
    const muted = await knownPhone(world)
    const { orderId } = await world.ok(api.songs.orderSong, orderOf(stage, stage.ids.Д), muted)
    const askId = silentAskId(orderId)
    const mute = { body: { sessionId: stage.concertId, askId, muted: true } }
    await world.ok(api.artist.muteListener, mute, stage.as)
    assert.equal(
      (await voteIn(world, battle, stage.ids.Д, muted)).failure.code,
      'SONG_NOT_ACCEPTED',
    )
    const rules = { ...DEFAULT_RULES }
    const closed = { body: { sessionId: stage.concertId, rules, codeWord: 'сирень' } }
    await world.ok(api.artist.changeRules, closed, stage.as)
    assert.equal((await voteIn(world, battle, stage.ids.Д)).failure.code, 'SESSION_NOT_OPEN')
  })

  test('is erased with its votes a day after its end', async () => {
    const stage = await busy()
    const battle = await begunBattle(world, stage, ['Г', 'Д'])
    await vote(battle, stage.ids.Д)
    await end(battle, stage.as)
    const left = async () =>
      (
        await world.sql
          .selectFrom('battles')
          .leftJoin('battleVotes', 'battleVotes.battleId', 'battles.id')
          .select('battleVotes.deviceId')
          .where('battles.id', '=', battle.id)
          .execute()
      ).length
    world.advance(DAY_MS - MINUTE_MS)
    await forgetOld(world.app.ctx)
    assert.equal(await left(), 1)
    world.advance(2 * MINUTE_MS)
    await forgetOld(world.app.ctx)
    assert.equal(await left(), 0)
  })
})
