import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { auditOf, ledgerOf } from '#test/support/database/ledger.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

/** An artist who takes money, his running concert, and a song. */
async function stage(world: World) {
  const artist = await world.artist({ paidSongsEnabled: true, minSongRubles: 50 })
  const concert = await world.concert(artist, { status: 'NOW', startsIn: -10 })
  const song = await world.song('Осень', `ДДТ ${artist.username}`)
  return { artist, concert, song }
}

function linkOf(url: string | undefined): string {
  return url?.split('/').at(-1) ?? ''
}

describe('a paid order', () => {
  let world: World
  before(async () => {
    world = await makeWorld()
  })
  after(() => world.close())

  test('is seen by nobody until its money is held, then stands in the queue with its sum', async () => {
    const { artist, concert, song } = await stage(world)
    const { data, status } = await world.listener().order(artist, concert, song, undefined, 20_000)
    assert.equal(status, 200)
    assert.match(data.paymentURL ?? '', /^http:\/\/localhost\/sandbox-bank\/pay\//u)
    const waiting = await world.ok(api.payment.byId, { params: { id: data.orderId } })
    assert.equal(waiting.state, 'awaiting')
    const own = () =>
      world.ok(api.artist.queue, { query: { sessionId: concert } }, { token: artist.token })
    assert.deepEqual(await own(), [])

    await world.bank.pay(linkOf(data.paymentURL), { method: 'card', action: 'pay' })
    await world.settle()
    const [entry] = await own()
    assert.equal(entry?.amount, 20_000)
    assert.equal(entry?.status, 'SCHEDULED')
    const held = await world.ok(api.payment.byId, { params: { id: data.orderId } })
    assert.deepEqual(
      [held.state, held.funds, held.songStatus, held.songTitle],
      ['secured', 'hold', 'SCHEDULED', 'Осень'],
    )
    assert.deepEqual(await auditOf(world), [])
  })

  test('sent twice by one listener is the first again with its page, another sum another order', async () => {
    const { artist, concert, song } = await stage(world)
    const listener = world.listener()
    const order = (amount: number) => listener.order(artist, concert, song, undefined, amount)
    const first = (await order(20_000)).data
    assert.deepEqual((await order(20_000)).data, first)
    assert.notEqual((await order(30_000)).data.orderId, first.orderId)
    await world.bank.pay(linkOf(first.paymentURL), { method: 'card', action: 'pay' })
    await world.settle()
    // It is paid: nobody is sent to the bank a second time.
    assert.deepEqual((await order(20_000)).data, { orderId: first.orderId })
    const queue = await world.ok(
      api.artist.queue,
      { query: { sessionId: concert } },
      { token: artist.token },
    )
    assert.deepEqual(
      queue.map(({ amount }) => amount),
      [20_000],
    )
  })

  test('played through is the artist’s after the grace, without our ten per cent', async () => {
    const { artist, concert, song } = await stage(world)
    const { data } = await world.listener().order(artist, concert, song, undefined, 20_000)
    await world.bank.pay(linkOf(data.paymentURL), { method: 'card', action: 'pay' })
    await world.settle()
    const next = () =>
      world.ok(api.artist.nextSong, { body: { songId: null } }, { token: artist.token })
    await next()
    await next()
    await world.settle()
    const state = async () =>
      (await world.ok(api.payment.byId, { params: { id: data.orderId } })).state
    assert.equal(await state(), 'releasing')
    world.advance(21_000)
    await world.settle()
    assert.equal(await state(), 'released')
    const balance = await world.ok(api.payment.balance, {}, { token: artist.token })
    assert.deepEqual([balance.available, balance.held], [18_000, 0])
    assert.equal((await ledgerOf(world, `artist_payable:${artist.id}`)).posted, -18_000)
    assert.deepEqual(await auditOf(world), [])
    assert.equal(await world.bank.booksBalance(), true)
  })

  test('taken back inside the grace is charged to nobody twice', async () => {
    const { artist, concert, song } = await stage(world)
    const { data } = await world.listener().order(artist, concert, song, undefined, 10_000)
    await world.bank.pay(linkOf(data.paymentURL), { method: 'card', action: 'pay' })
    await world.settle()
    const as = { token: artist.token }
    await world.ok(api.artist.nextSong, { body: { songId: null } }, as)
    await world.ok(api.artist.nextSong, { body: { songId: null } }, as)
    const last = await world.ok(api.artist.lastPlayed, { query: { sessionId: concert } }, as)
    assert.equal(last?.amount, 10_000)
    assert.equal(last?.undoSeconds, 20)
    const [now] = await world.ok(
      api.artist.undoPlayed,
      { body: { sessionId: concert, entryId: last?.id ?? '' } },
      as,
    )
    assert.equal(now?.status, 'NOW')
    world.advance(MINUTE_MS)
    await world.settle()
    const payment = await world.ok(api.payment.byId, { params: { id: data.orderId } })
    assert.deepEqual([payment.state, payment.funds], ['secured', 'hold'])
    await world.ok(api.payment.confirm, { body: { sessionId: concert, songId: song } }, as)
    world.advance(MINUTE_MS)
    await world.settle()
    assert.equal(
      (await world.ok(api.payment.byId, { params: { id: data.orderId } })).state,
      'released',
    )
    assert.deepEqual(await auditOf(world), [])
  })

  test('by SBP is charged at once, and comes back in full when its song is skipped', async () => {
    const { artist, concert, song } = await stage(world)
    const { data } = await world.listener().order(artist, concert, song, undefined, 30_000)
    await world.bank.pay(linkOf(data.paymentURL), { method: 'sbp', action: 'pay' })
    await world.settle()
    const shown = () => world.ok(api.payment.byId, { params: { id: data.orderId } })
    assert.deepEqual([(await shown()).state, (await shown()).funds], ['secured', 'charged'])
    await world.ok(
      api.artist.changeSongStatus,
      { body: { songId: song, statusSong: 'SKIPPED', sessionId: concert } },
      { token: artist.token },
    )
    await world.settle()
    assert.equal((await shown()).state, 'returning')
    world.advance(MINUTE_MS)
    await world.settle()
    assert.deepEqual([(await shown()).state, (await shown()).reason], ['returned', 'skipped'])
    assert.deepEqual(await auditOf(world), [])
    assert.equal(await world.bank.booksBalance(), true)
  })

  test('stays secured when its song goes from the queue back to the orders', async () => {
    const { artist, concert, song } = await stage(world)
    const as = { token: artist.token }
    const { data } = await world.listener().order(artist, concert, song, undefined, 30_000)
    await world.bank.pay(linkOf(data.paymentURL), { method: 'card', action: 'pay' })
    await world.settle()
    const body = { songId: song, sessionId: concert }
    const queued = { ...body, statusSong: 'QUEUED' } as const
    const back = () => world.call(api.artist.backToOrders, { body }, as)
    await world.ok(api.artist.changeSongStatus, { body: queued }, as)
    assert.equal((await back()).data[0]?.status, 'SCHEDULED')
    assert.equal((await back()).failure?.code, 'ILLEGAL_STEP')
    world.advance(MINUTE_MS)
    await world.settle()
    const payment = await world.ok(api.payment.byId, { params: { id: data.orderId } })
    assert.deepEqual([payment.state, payment.funds], ['secured', 'hold'])
    const [entry] = await world.ok(api.artist.queue, { query: { sessionId: concert } }, as)
    assert.deepEqual([entry?.status, entry?.amount], ['SCHEDULED', 30_000])
    await world.ok(api.artist.nextSong, { body: { songId: song } }, as)
    assert.equal((await back()).failure?.code, 'ILLEGAL_STEP')
    assert.deepEqual(await auditOf(world), [])
  })

  test('comes back in full when its song is interrupted, and those who ordered it anew keep theirs', async () => {
    const { artist, concert, song } = await stage(world)
    const as = { token: artist.token }
    const orderedBy = async (method: 'card' | 'sbp', amount: number) => {
      const { data } = await world.listener().order(artist, concert, song, undefined, amount)
      await world.bank.pay(linkOf(data.paymentURL), { method, action: 'pay' })
      await world.settle()
      return data.orderId
    }
    const outcome = async (id: string) =>
      (await world.ok(api.payment.byId, { params: { id } })).state
    const first = [await orderedBy('card', 30_000), await orderedBy('sbp', 20_000)]
    const queue = await world.ok(api.artist.nextSong, { body: { songId: song } }, as)
    const anew = await orderedBy('card', 10_000)
    const unpaid = await world.listener().order(artist, concert, song, undefined, 10_000)
    const entryId = queue[0]?.id ?? ''
    const body = { songId: song, statusSong: 'SKIPPED', sessionId: concert, entryId } as const
    const interrupted = await world.ok(api.artist.changeSongStatus, { body }, as)
    assert.deepEqual([interrupted.id, interrupted.status], [entryId, 'SKIPPED'])
    const again = await world.call(api.artist.changeSongStatus, { body }, as)
    assert.equal(again.failure?.code, 'ILLEGAL_STEP')
    // A payment made now pays for the order that waits.
    await world.bank.pay(linkOf(unpaid.data.paymentURL), { method: 'sbp', action: 'pay' })
    await world.settle()
    world.advance(MINUTE_MS)
    await world.settle()
    assert.deepEqual(await Promise.all(first.map(outcome)), ['returned', 'returned'])
    const { reason } = await world.ok(api.payment.byId, { params: { id: first[0] ?? '' } })
    assert.equal(reason, 'interrupted')
    assert.deepEqual(
      [await outcome(anew), await outcome(unpaid.data.orderId)],
      ['secured', 'secured'],
    )
    const left = await world.ok(api.artist.queue, { query: { sessionId: concert } }, as)
    assert.deepEqual(
      left.map(({ status, amount, backers }) => [status, amount, backers]),
      [['SCHEDULED', 20_000, 2]],
    )
    assert.equal((await world.ok(api.payment.balance, {}, as)).available, 0)
    assert.deepEqual(await auditOf(world), [])
    assert.equal(await world.bank.booksBalance(), true)
  })

  test('that is left over at the end of the concert goes back, paid or not', async () => {
    const { artist, concert } = await stage(world)
    const orders = []
    for (const [at, method] of (['card', 'sbp', 'none'] as const).entries()) {
      const song = await world.song(`Песня ${at}`, artist.username)
      const { data } = await world.listener().order(artist, concert, song, undefined, 10_000)
      if (method !== 'none')
        await world.bank.pay(linkOf(data.paymentURL), { method, action: 'pay' })
      orders.push(data.orderId)
    }
    await world.settle()
    await world.ok(
      api.artist.updateSessionStatus,
      { body: { sessionId: concert, sessionStatus: 'PLAYED' } },
      { token: artist.token },
    )
    await world.settle()
    world.advance(MINUTE_MS)
    await world.settle()
    const states = []
    for (const id of orders)
      states.push((await world.ok(api.payment.byId, { params: { id } })).state)
    assert.deepEqual(states, ['returned', 'returned', 'canceled'])
    assert.deepEqual(await auditOf(world), [])
  })
})

test('at a one-stage terminal a card is charged at once, and given back where the song is not played', async () => {
  const world = await makeWorld({}, undefined, { oneStage: true })
  try {
    const { artist, concert, song } = await stage(world)
    const { data } = await world.listener().order(artist, concert, song, undefined, 20_000)
    await world.bank.pay(linkOf(data.paymentURL), { method: 'card', action: 'pay' })
    await world.settle()
    const statuses = async () => (await world.bank.books()).payments.map(({ status }) => status)
    assert.deepEqual(await statuses(), ['CONFIRMED'])
    const { mode } = await world.sql
      .selectFrom('payments')
      .select('mode')
      .where('id', '=', data.orderId)
      .executeTakeFirstOrThrow()
    assert.equal(mode, 'charge', 'its receipt goes with the page')
    await world.ok(
      api.artist.changeSongStatus,
      { body: { songId: song, statusSong: 'SKIPPED', sessionId: concert } },
      { token: artist.token },
    )
    await world.settle()
    world.advance(MINUTE_MS)
    await world.settle()
    assert.deepEqual(await statuses(), ['REFUNDED'])
    const { state } = await world.ok(api.payment.byId, { params: { id: data.orderId } })
    assert.equal(state, 'returned')
    assert.deepEqual(await auditOf(world), [])
  } finally {
    await world.close()
  }
})
