import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import { OPEN_PAGES_MOST } from '#domain/payments/unpaid-links.ts'
import { Refusal } from '#domain/refusal.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Bank } from '#server/integrations/bank/bank.ts'
import { runDueMoney, runUnpaidLinks } from '#server/modules/payment-worker/due-money.service.ts'
import { localLimits } from '#server/platform/http/limits.ts'
import {
  NUMBER,
  advanceAndSettle,
  bankIdOf,
  outcomeOf,
  pageOf,
  paidConcert,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import { secondProcess, withBank } from '#test/support/product/second-process.ts'
import { ARTIST_PASSWORD } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

/** What one tick of the worker asks about unpaid links, and more tips than that. */
const BUDGET = 20
const TIPS = 25
const LOOKS_MOST = 7

/** What is left of the looks that payers' pages may ask for. */
let looksLeft = Number.POSITIVE_INFINITY
const usual = localLimits()
const limits: typeof usual = {
  async spend(name, key, points) {
    if (name !== 'bankLook')
      return name === 'bankLookOfAddress' ? undefined : usual.spend(name, key, points)
    if (looksLeft <= 0) throw new Refusal('TOO_MANY', 'Слишком часто.')
    looksLeft -= 1
    return undefined
  },
}

let world: World
worldWithAudit((opened) => (world = opened), { limits })

let networks = 0
const newNetwork = () => `10.77.${(networks += 1) >> 8}.${networks & 255}`

/** Begins a tip as a telephone does that has no cookie yet. */
const tip = (artist: TestArtist, as: { address?: string; cookie?: string } = {}) =>
  world.call(
    api.payment.donate,
    { body: { artistUsername: artist.username, amount: 10_000 } },
    { address: newNetwork(), ...as },
  )

/** Begins so many tips that nobody pays; returns their numbers here and at the bank. */
async function unpaidTips(count: number): Promise<{ id: string; bankId: string }[]> {
  const artist = await world.artist()
  for (let n = 0; n < count; n += 1) assert.equal((await tip(artist)).status, 200)
  return world.sql
    .selectFrom('payments')
    .select(['id', raw<string>`bank_payment_id`.as('bankId')])
    .where('artistId', '=', artist.id)
    .execute()
}

/** A process whose calls to the bank are written down as «look 123». */
async function recording(asked: string[], held?: (id: string) => Promise<unknown>) {
  return secondProcess(world, {
    bank: (real): Bank => ({
      ...real,
      async look(id) {
        asked.push(`look ${id}`)
        await held?.(id)
        return real.look(id)
      },
      async refund(back) {
        asked.push(`refund ${back.bankPaymentId}`)
        return real.refund(back)
      },
    }),
  })
}

/** A paid order that the bank has told of, another whose money is on its way back, and unpaid tips, all due longer. */
async function backlog() {
  const show = await paidConcert(world)
  const skipped = await show.paid()
  const tips = await unpaidTips(TIPS)
  const order = await show.ordered()
  world.advance(MINUTE_MS)
  await world.bank.pay(order.page, { method: 'card', action: 'pay' })
  await world.bank.tick()
  await world.bank.idle()
  await show.skip(skipped.song)
  return { show, tips, order, skipped }
}

describe('links that nobody paid', () => {
  test('are looked at after the money of an order and its return, though they wait longer', async () => {
    const { tips, order, skipped } = await backlog()
    const asked: string[] = []
    const { ctx, close } = await recording(asked)
    await runDueMoney(ctx)
    assert.deepEqual(
      [await outcomeOf(world, order.id), await outcomeOf(world, skipped.id)],
      ['secured', 'returned skipped'],
    )
    const before = new Set(asked.map((call) => call.split(' ')[1]))
    assert.deepEqual(
      tips.filter(({ bankId }) => before.has(bankId)),
      [],
    )
    assert.ok(asked.includes(`refund ${await bankIdOf(world, skipped.id)}`))

    asked.length = 0
    await runUnpaidLinks(ctx)
    assert.equal(asked.length, BUDGET, 'one tick asks no more than its budget')
    await runUnpaidLinks(ctx)
    assert.deepEqual(asked.toSorted(), tips.map(({ bankId }) => `look ${bankId}`).toSorted())
    await close()
  })

  test('do not hold up that money while the bank does not answer about them', async () => {
    const { tips, order, skipped } = await backlog()
    const unpaid = new Set(tips.map(({ bankId }) => bankId))
    const { promise: answers, resolve: answer } = Promise.withResolvers<void>()
    const asked: string[] = []
    const { ctx, close } = await recording(asked, async (id) => {
      if (unpaid.has(id)) await answers
    })
    const looks = runUnpaidLinks(ctx)
    await runDueMoney(ctx)
    assert.deepEqual(
      [await outcomeOf(world, order.id), await outcomeOf(world, skipped.id)],
      ['secured', 'returned skipped'],
    )
    answer()
    assert.equal(await looks, BUDGET)
    await close()
  })

  test('come with the money once the bank has sent word, until a look has answered it', async () => {
    const [link] = await unpaidTips(1)
    assert.ok(link !== undefined)
    await world.bank.pay(
      pageOf((await world.ok(api.payment.byId, { params: { id: link.id } })).paymentURL),
      { action: 'decline' },
    )
    await world.bank.tick()
    await world.bank.idle()
    const silent = { look: async () => ({ outcome: 'unknown', cause: 'silence' }) as const }
    await withBank(
      world,
      () => silent,
      async ({ ctx }) => void (await runDueMoney(ctx)),
    )
    world.advance(MINUTE_MS)
    const asked: string[] = []
    const { ctx, close } = await recording(asked)
    const looks = () => asked.filter((call) => call === `look ${link.bankId}`).length
    await runDueMoney(ctx)
    assert.deepEqual([looks(), await outcomeOf(world, link.id)], [1, 'failed declined'])
    world.advance(MINUTE_MS)
    await runDueMoney(ctx)
    assert.equal(looks(), 1, 'a link that is over is no money in hand')
    while ((await runUnpaidLinks(ctx)) > 0);
    assert.equal(looks(), 2)
    await close()
  })
})

describe('the payer’s page', () => {
  test('asks the bank within a budget, and without one shows what is known', async (t) => {
    t.after(() => (looksLeft = Number.POSITIVE_INFINITY))
    const tips = await unpaidTips(20)
    world.advance(3000)
    looksLeft = LOOKS_MOST
    assert.equal(await looksAt(tips), 0)
    const states = []
    for (const { id } of tips)
      states.push((await world.ok(api.payment.byId, { params: { id } })).state)
    assert.deepEqual(new Set(states), new Set(['awaiting']))
    assert.equal(await looksAt(tips), LOOKS_MOST)
  })

  test('asks beyond the budget where the bank has sent word', async (t) => {
    t.after(() => (looksLeft = Number.POSITIVE_INFINITY))
    const show = await paidConcert(world)
    const order = await show.ordered()
    await world.bank.pay(order.page, { method: 'card', action: 'pay' })
    await world.bank.tick()
    await world.bank.idle()
    world.advance(3000)
    looksLeft = 0
    assert.equal(await outcomeOf(world, order.id), 'secured')
  })

  test('is given again to a listener who presses again, without a question', async () => {
    const show = await paidConcert(world)
    const order = await show.ordered()
    const [seen] = await lookedAt([order.id])
    world.advance(MINUTE_MS)
    const again = await world.ok(api.payment.payOrder, { body: { orderId: order.id } })
    assert.equal(pageOf(again), order.page)
    assert.deepEqual(await lookedAt([order.id]), [seen])
  })
})

async function lookedAt(ids: readonly string[]) {
  const rows = await world.sql
    .selectFrom('payments')
    .select('lookedAt')
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ lookedAt: at }) => at?.getTime())
}

/** How many of them were looked at by now, at this moment of the test's clock. */
async function looksAt(tips: readonly { id: string }[]): Promise<number> {
  const seen = await lookedAt(tips.map(({ id }) => id))
  return seen.filter((at) => at === world.now().getTime()).length
}

describe('open pages', () => {
  /** As many open pages of the same network for the same artist, without their devices. */
  async function copies(id: string, count: number): Promise<void> {
    await raw`insert into payments (id, kind, artist_id, amount, commission_bps, state, funds, mode,
        expires_at, created_at, payer_network)
      select gen_random_uuid(), kind, artist_id, amount, commission_bps, 'awaiting', funds, mode,
        expires_at, created_at, payer_network
      from payments, generate_series(1, ${count}::integer) where id = ${id}::uuid`.execute(
      world.sql,
    )
  }

  const refused = async (answer: ReturnType<typeof tip>) => {
    const { status, failure, headers } = await answer
    return [status, failure.code, failure.message, headers['retry-after']]
  }

  test('are five tips of a telephone until the first of them is paid or closed', async () => {
    const artist = await world.artist()
    const first = await tip(artist)
    const { cookie = '' } = first
    assert.match(cookie, /bis_device/u)
    world.advance(5 * MINUTE_MS)
    const others = [await tip(artist, { cookie })]
    for (let n = 2; n < OPEN_PAGES_MOST.device; n += 1) others.push(await tip(artist, { cookie }))
    assert.deepEqual(new Set(others.map(({ status }) => status)), new Set([200]))
    const words = 'У вас уже 5 неоплаченных благодарностей. Оплатите их или подождите 15 минут.'
    assert.deepEqual(await refused(tip(artist, { cookie })), [429, 'TOO_MANY', words, '600'])
    // Its orders are counted apart, and nobody else is refused.
    assert.equal((await tip(artist)).status, 200)

    await world.bank.pay(pageOf(first.data), { action: 'pay' })
    await world.settle()
    assert.equal((await tip(artist, { cookie })).status, 200)
    assert.equal((await refused(tip(artist, { cookie })))[0], 429)
    await advanceAndSettle(world, 15 * MINUTE_MS)
    assert.equal((await tip(artist, { cookie })).status, 200)
  })

  test('are given again under their key beyond the limit', async () => {
    const artist = await world.artist()
    const { cookie = '' } = await tip(artist)
    const body = { artistUsername: artist.username, amount: 20_000 }
    const ask = () => world.call(api.payment.donate, { body }, { cookie, key: 'a kept key' })
    const kept = await ask()
    for (let n = 2; n < OPEN_PAGES_MOST.device; n += 1) await tip(artist, { cookie })
    assert.equal((await refused(tip(artist, { cookie })))[0], 429)
    assert.equal((await ask()).data, kept.data)
  })

  test('of a network are five hundred, of tips and orders, and another network has its own', async () => {
    const show = await paidConcert(world)
    const other = await world.artist()
    const address = newNetwork()
    await tip(other, { address })
    const { id } = await world.sql
      .selectFrom('payments')
      .select('id')
      .where('artistId', '=', other.id)
      .executeTakeFirstOrThrow()
    await copies(id, 498)
    assert.equal((await tip(show.artist, { address })).status, 200)
    const words =
      'Из этой сети уже открыто много неоплаченных страниц. Подождите несколько минут или заплатите через мобильный интернет.'
    assert.deepEqual(await refused(tip(show.artist, { address })), [429, 'TOO_MANY', words, '900'])
    const order = await world.call(
      api.songs.orderSong,
      {
        body: {
          songId: await show.newSong(),
          artistUsername: show.artist.username,
          sessionId: show.sessionId,
          title: '',
          artistName: '',
          imageUrl: '',
          amount: 10_000,
        },
      },
      { address },
    )
    assert.deepEqual([order.status, order.failure.message], [429, words])
    assert.equal((await tip(show.artist)).status, 200)
    // The hashed network is kept no longer than the page.
    await advanceAndSettle(world, 16 * MINUTE_MS)
    const kept = await world.sql
      .selectFrom('payments')
      .select('payerNetwork')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.equal(kept.payerNetwork, null)
    await forget(other)
  })

  test('for an artist are two thousand, whoever opens them, and he may still check his number', async () => {
    const artist = await world.artist()
    await tip(artist)
    const { id } = await world.sql
      .selectFrom('payments')
      .select('id')
      .where('artistId', '=', artist.id)
      .executeTakeFirstOrThrow()
    await copies(id, OPEN_PAGES_MOST.artist - 1)
    await world.sql
      .updateTable('payments')
      .set({ payerNetwork: null })
      .where('artistId', '=', artist.id)
      .execute()
    const words = 'Этому музыканту сейчас платят слишком многие. Повторите через несколько минут.'
    assert.deepEqual(await refused(tip(artist)), [429, 'TOO_MANY', words, '900'])
    assert.equal((await tip(await world.artist())).status, 200)
    const check = {
      number: NUMBER.phone,
      sbpNumberId: NUMBER.bank,
      artistUsername: artist.username,
      currentPassword: ARTIST_PASSWORD,
    }
    await world.ok(api.auth.checkNumber, { body: check }, { token: artist.token })
    await forget(artist)
  })

  /** Copies have no page at the bank. */
  const forget = (artist: TestArtist) =>
    world.sql
      .deleteFrom('payments')
      .where('artistId', '=', artist.id)
      .where('bankPaymentId', 'is', null)
      .execute()
})
