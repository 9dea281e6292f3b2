import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { DEFAULT_RULES } from '#domain/queue/evening-rules.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { concertReport } from '#server/modules/concerts/report.service.ts'
import { endDueBattles, liveBattles } from '#server/modules/battles/battles.service.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import { advanceAndSettle, outcomeOf, worldWithAudit } from '#test/support/paid-concert.ts'
import type { PaidConcert } from '#test/support/paid-concert.ts'
import { paidBattle } from '#test/support/steps/paid-battle.ts'
import type { PaidBattle } from '#test/support/steps/paid-battle.ts'
import { orderOf, silentAskId } from '#test/support/steps/stage.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))
afterEach(() => assertQueueConsistent(world.sql))

const live = async (show: PaidBattle) =>
  (await liveBattles(world.app.ctx, [show.sessionId])).get(show.sessionId)?.battle
const counts = async (show: PaidBattle) => (await live(show))?.songs.map(({ votes }) => votes / 100)
const lines = async (show: PaidConcert) =>
  (await show.queue()).map(({ title, status, amount }) => `${title} ${status} ${amount / 100}`)

const changeRules = (show: PaidBattle, rules: object) =>
  world.ok(
    api.artist.changeRules,
    { body: { sessionId: show.sessionId, rules: { ...DEFAULT_RULES, ...rules } } },
    show.as,
  )

/** Pays a share of a song for which an evening with these rules collects a hundred rubles. */
const COLLECTS = { support: true, minSongAmount: 100 }
async function shared(show: PaidBattle, songId: string, rubles: number) {
  const share = await show.begun(songId, rubles, { battle: undefined, collect: true })
  await show.pay(share)
  return share
}

/** By SBP the bank takes its time. */
async function outcomes(votes: readonly { id: string }[]): Promise<string[]> {
  await world.settle()
  await advanceAndSettle(world, HOUR_MS)
  const all: string[] = []
  for (const { id } of votes) all.push(await outcomeOf(world, id))
  return all
}

describe('A battle by money', () => {
  test('puts the winner first with its money, and gives every kopeck of eleven losers back', async () => {
    const show = await paidBattle(world)
    const [a, b, c] = show.songs
    const losers = []
    for (const [at, rubles] of [10, 30, 50, 70, 90, 110].entries())
      losers.push(await show.voted(a, rubles, at % 2 === 0 ? 'card' : 'sbp'))
    for (const rubles of [100, 100, 100, 100, 39]) losers.push(await show.voted(c, rubles))
    const winners = [await show.voted(b, 300), await show.voted(b, 140, 'sbp')]
    assert.deepEqual(await counts(show), [360, 440, 439])
    // Neither the pad nor the hall shows them as collections.
    assert.deepEqual(await lines(show), [])
    await show.endBattle()
    assert.equal((await live(show))?.ended?.winner, b)
    assert.deepEqual(await lines(show), ['Песня 2 QUEUED 440'])
    assert.equal(losers.length, 11)
    assert.deepEqual(
      await outcomes(losers),
      losers.map(() => 'returned battle_lost'),
    )
    await show.played(b)
    world.advance(MINUTE_MS)
    assert.deepEqual(await outcomes(winners), ['released', 'released'])
    assert.equal(await show.owed(), 39_600)
    const report = await concertReport(world.app.ctx, show.artist.id, show.sessionId)
    assert.equal(report.orders, 1)
  })

  test('is told to who paid for its winner as an order once it has ended', async () => {
    const show = await paidBattle(world)
    const [a, b] = show.songs
    const [won, lost, late] = [
      await show.voted(b, 300),
      await show.voted(a, 50),
      await show.begun(b, 20),
    ]
    const shown = async ({ id }: { id: string }) => {
      const { state, vote } = await world.ok(api.payment.byId, { params: { id } })
      return [state, vote]
    }
    assert.deepEqual(await shown(won), ['secured', true])
    await show.endBattle()
    assert.deepEqual(await shown(won), ['secured', undefined])
    assert.deepEqual(await shown(late), ['awaiting', true])
    assert.equal((await shown(lost))[1], true)
  })

  test('is ended by its clock, and closes the pages of who has not paid for a loser yet', async () => {
    const show = await paidBattle(world)
    const [a, b] = show.songs
    await show.voted(b, 50)
    const unpaid = await show.begun(a, 500)
    const late = await show.begun(b, 500)
    world.advance(2 * MINUTE_MS)
    await Promise.all([endDueBattles(world.app.ctx), endDueBattles(world.app.ctx)])
    assert.deepEqual(await lines(show), ['Песня 2 QUEUED 50'])
    // Money for the winner supports it as long as it waits.
    await show.pay(late)
    assert.deepEqual(await lines(show), ['Песня 2 QUEUED 550'])
    const again = await show.ask(b, 50)
    assert.equal(again.failure.code, 'ILLEGAL_STEP')
    assert.deepEqual(await outcomes([unpaid]), ['canceled battle_lost'])
  })

  test('gives late money back: for a loser, and for a winner that sounds or was played', async () => {
    const show = await paidBattle(world)
    const [a, b] = show.songs
    await show.voted(b, 50)
    const [lost, sung] = [await show.begun(a, 500), await show.begun(b, 500)]
    const [played, unpaid] = [await show.begun(b, 500), await show.begun(b, 500)]
    // The bank has the money before the battle ends, and tells of it after that.
    await world.bank.pay(lost.page, { method: 'card', action: 'pay' })
    await show.endBattle()
    await show.next()
    await show.pay(sung)
    await world.bank.pay(played.page, { method: 'card', action: 'pay' })
    await show.next()
    assert.deepEqual(await outcomes([lost, sung, played, unpaid]), [
      'returned late',
      'returned song_refused',
      'returned late',
      'canceled already_played',
    ])
  })

  test('lets its unpaid votes be paid for a song that is played while it runs', async () => {
    const show = await paidBattle(world)
    const [a] = show.songs
    await show.paid('card', 10_000, a)
    const vote = await show.begun(a, 50)
    await show.next()
    await show.next()
    await show.pay(vote)
    assert.deepEqual(await counts(show), [50, 0, 0])
    await show.endBattle()
    assert.deepEqual(await lines(show), ['Песня 1 QUEUED 50'])
  })

  test('that is cancelled, or ends with its concert, gives everything back', async () => {
    for (const how of ['cancel', 'end'] as const) {
      const show = await paidBattle(world)
      const votes = [
        await show.voted(show.songs[0], 50),
        await show.voted(show.songs[1], 20, 'sbp'),
      ]
      const unpaid = await show.begun(show.songs[0], 100)
      if (how === 'cancel') await world.ok(api.artist.cancelBattle, { body: show.which }, show.as)
      else await show.end()
      assert.deepEqual(await outcomes(votes), ['returned battle_over', 'returned battle_over'], how)
      assert.deepEqual(await outcomes([unpaid]), ['canceled battle_over'])
      if (how === 'cancel') assert.deepEqual(await lines(show), [])
    }
  })

  test('leaves a loser that somebody ordered in the queue, without the votes', async () => {
    const show = await paidBattle(world, { support: true })
    const [a, b] = show.songs
    const vote = await show.voted(a, 50)
    await show.voted(b, 60)
    const order = await show.paid('card', 10_000, a)
    assert.deepEqual(await lines(show), ['Песня 1 SCHEDULED 150'])
    assert.deepEqual(await counts(show), [50, 60, 0])
    await show.endBattle()
    assert.deepEqual(await lines(show), ['Песня 2 QUEUED 60', 'Песня 1 SCHEDULED 100'])
    assert.deepEqual(await outcomes([vote, order]), ['returned battle_lost', 'secured'])
  })

  test('keeps its votes when an order that brought the song into the queue is cancelled', async () => {
    const show = await paidBattle(world, { minSongAmount: 100 })
    const [a] = show.songs
    const vote = await show.voted(a, 50)
    const by = world.listener()
    const order = await show.ordered(10_000, a, by)
    await show.pay(order)
    assert.deepEqual(await lines(show), ['Песня 1 SCHEDULED 150'])
    const body = { orderId: order.id }
    await world.ok(api.songs.cancelOrder, { body }, { cookie: by.cookie ?? '' })
    assert.deepEqual(await lines(show), [])
    assert.deepEqual(await counts(show), [50, 0, 0])
    await show.endBattle()
    assert.deepEqual(await lines(show), ['Песня 1 QUEUED 50'])
    assert.deepEqual(await outcomes([vote, order]), ['secured', 'returned taken_off'])
  })

  test('counts what is taken back no more, and a vote for a song in the queue stays', async () => {
    const show = await paidBattle(world)
    const [a] = show.songs
    const [one, two] = [await show.voted(a, 50), await show.voted(a, 20)]
    const take = (vote: typeof one) =>
      world.call(api.songs.cancelOrder, { body: { orderId: vote.id } }, { cookie: vote.cookie })
    assert.equal((await take(one)).status, 200)
    assert.deepEqual(await counts(show), [20, 0, 0])
    const [mine] = await world.ok(
      api.songs.myOrders,
      { query: { sessionId: show.sessionId } },
      { cookie: two.cookie },
    )
    assert.deepEqual(
      [mine?.state, mine?.vote, mine?.battleId, mine?.share, mine?.mayCancel],
      ['COLLECTING', true, show.which.id, true, true],
    )
    await show.endBattle()
    assert.deepEqual(await lines(show), ['Песня 1 QUEUED 20'])
    assert.equal((await take(two)).failure.code, 'ILLEGAL_STEP')
    assert.deepEqual(await outcomes([one, two]), ['returned taken_off', 'secured'])
  })

  test('goes on after the reception is closed, and gives all back once orders are free', async () => {
    const show = await paidBattle(world, { support: true })
    const [a, b] = show.songs
    const [unpaid, late] = [await show.begun(a, 50), await show.begun(a, 50)]
    const first = await show.voted(b, 50)
    await changeRules(show, { lastCall: 'closed' })
    await show.pay(unpaid)
    await show.voted(a, 20)
    assert.deepEqual(await counts(show), [70, 50, 0])
    await changeRules(show, { money: 'free' })
    assert.equal((await show.ask(a, 50)).failure.code, 'SONG_NOT_ACCEPTED')
    await show.pay(late)
    const order = orderOf({ artist: show.artist, concertId: show.sessionId }, a)
    assert.equal((await world.call(api.songs.orderSong, order)).status, 200)
    const gone = ['returned not_collected', 'returned song_refused']
    assert.deepEqual(await outcomes([first, late]), gone)
    await show.endBattle()
    assert.deepEqual(await lines(show), ['Песня 1 SCHEDULED 0'])
  })

  test('keeps the votes alone for a song that may be collected for no more', async () => {
    const show = await paidBattle(world, COLLECTS)
    const [a, b, c] = show.songs
    const shares = [await shared(show, a, 30), await shared(show, b, 60), await shared(show, c, 10)]
    const [vote, out] = [await show.voted(a, 40), await show.voted(b, 40)]
    assert.deepEqual(await lines(show), [
      'Песня 2 SCHEDULED 100',
      'Песня 1 COLLECTING 70',
      'Песня 3 COLLECTING 10',
    ])
    await changeRules(show, { ...COLLECTS, lastCall: 'closed' })
    assert.deepEqual(await lines(show), ['Песня 2 SCHEDULED 100'])
    assert.deepEqual(await counts(show), [40, 40, 0])
    const last = await show.voted(b, 20)
    const entryIds = (await show.queue()).map(({ id }) => id)
    const guest = { sessionId: show.sessionId, askId: silentAskId(out.id), entryIds }
    await world.ok(api.artist.takeOutGuest, { body: guest }, { ...show.as, key: randomUUID() })
    assert.deepEqual(await lines(show), [])
    assert.deepEqual(await counts(show), [40, 20, 0])
    await show.endBattle()
    assert.deepEqual(await lines(show), ['Песня 1 QUEUED 40'])
    assert.deepEqual(
      await outcomes(shares),
      shares.map(() => 'returned not_collected'),
    )
    const of = ['secured', 'returned skipped', 'returned battle_lost']
    assert.deepEqual(await outcomes([vote, out, last]), of)
  })

  test('gives a share back with the only vote that held its song in the queue, once nothing is collected', async () => {
    const show = await paidBattle(world, COLLECTS)
    const [a] = show.songs
    const [share, vote] = [await shared(show, a, 60), await show.voted(a, 40)]
    await changeRules(show, { ...COLLECTS, lastCall: 'closed' })
    const entryIds = (await show.queue()).map(({ id }) => id)
    const guest = { sessionId: show.sessionId, askId: silentAskId(vote.id), entryIds }
    await world.ok(api.artist.takeOutGuest, { body: guest }, { ...show.as, key: randomUUID() })
    assert.deepEqual(await outcomes([share]), ['returned not_collected'])
  })

  test('is not decided by the money of a song that sounds already; taken back, it has lost it', async () => {
    const show = await paidBattle(world, COLLECTS)
    const [a, b, c] = show.songs
    await show.paid('card', 10_000, c)
    await show.next()
    const share = await shared(show, a, 60)
    const spent = [await show.voted(a, 40), await show.voted(a, 50)]
    const vote = await show.voted(b, 20)
    assert.deepEqual(await counts(show), [90, 20, 0])
    const [playing] = await show.queue()
    await show.next()
    assert.deepEqual(await counts(show), [0, 20, 0])
    await show.endBattle()
    assert.deepEqual(await lines(show), ['Песня 1 NOW 150', 'Песня 2 QUEUED 20'])
    const undo = { sessionId: show.sessionId, entryId: playing?.id ?? '' }
    await world.ok(api.artist.undoPlayed, { body: undo }, show.as)
    assert.deepEqual(await lines(show), [
      'Песня 3 NOW 100',
      'Песня 2 QUEUED 20',
      'Песня 1 COLLECTING 60',
    ])
    assert.deepEqual(await outcomes([share, vote, ...spent]), [
      'secured',
      'secured',
      'returned battle_lost',
      'returned battle_lost',
    ])
  })

  test('takes no vote for a song that the artist does not play this evening', async () => {
    const show = await paidBattle(world)
    const [a] = show.songs
    const { sessionId } = show
    const vote = await show.voted(a, 50)
    const barred = {
      sessionId,
      rules: DEFAULT_RULES,
      barredSongs: [{ songId: a, title: '', artistName: '' }],
    }
    await world.ok(api.artist.changeRules, { body: barred }, show.as)
    assert.equal((await show.ask(a, 50)).failure.code, 'SONG_NOT_ACCEPTED')
    assert.deepEqual(await outcomes([vote]), ['returned not_collected'])
  })

  test('takes no vote without money, of another song, of another kind, and none where orders are free', async () => {
    const show = await paidBattle(world)
    const [a] = show.songs
    const code = async (songId: string, rubles: number, more = {}) =>
      (await show.ask(songId, rubles, more)).failure.code
    assert.equal(await code(a, 9), 'AMOUNT_TOO_SMALL')
    assert.equal(await code(a, 1001), 'AMOUNT_TOO_LARGE')
    assert.equal(await code(await show.newSong(), 50), 'NOT_FOUND')
    assert.equal(await code(a, 50, { battle: randomUUID() }), 'NOT_FOUND')
    const body = { ...show.which, songId: a }
    const free = await world.call(api.songs.voteInBattle, { body })
    assert.equal(free.failure.code, 'ILLEGAL_STEP')
    await world.ok(api.artist.cancelBattle, { body: show.which }, show.as)
    const unpaid = { ...show.which, id: randomUUID(), songIds: [...show.songs], minutes: 1 }
    await world.ok(api.artist.startBattle, { body: unpaid }, show.as)
    assert.equal(await code(a, 50, { battle: unpaid.id }), 'ILLEGAL_STEP')
    const of = await world.artist({ paidSongsEnabled: false })
    const sessionId = await world.concert(of, { status: 'NOW', startsIn: -10 })
    const paid = { ...unpaid, sessionId, id: randomUUID(), paid: true }
    const refused = await world.call(api.artist.startBattle, { body: paid }, { token: of.token })
    assert.ok('paid' in (refused.failure.fields ?? {}))
  })
})
