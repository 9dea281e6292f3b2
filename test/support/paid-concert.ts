import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import { api } from '#contract/index.ts'
import type { TipShown } from '#domain/queue/order-words.ts'
import { RECIPIENT_NAME } from '#packages/tbank-sandbox/payout-calls.ts'
import { auditOf, ledgerOf } from './database/ledger.ts'
import { freshAddress } from './steps/newcomer.ts'
import { makeWorld } from './world.ts'
import type { World } from './world.ts'

export type PaidConcert = Awaited<ReturnType<typeof paidConcert>>
type ConcertColumns = Parameters<World['concert']>[1]
type ArtistColumns = Parameters<World['artist']>[0]

/** Where payouts of a checked artist go. */
export const NUMBER = { phone: '79001234567', bank: '100000000111' } as const

/** The last segment of the bank page's URL, by which the demo bank identifies a payment. */
export function pageOf(url: string | undefined): string {
  return url?.split('/').at(-1) ?? ''
}

/** Creates an artist whose songs cost money and a running concert, with the actions there. */
export async function paidConcert(
  world: World,
  { concert = {}, artist = {} }: { concert?: ConcertColumns; artist?: ArtistColumns } = {},
) {
  const of = await world.artist({ paidSongsEnabled: true, minSongRubles: 10, ...artist })
  const sessionId = await world.concert(of, { status: 'NOW', startsIn: -10, ...concert })
  const as = { token: of.token }
  let songs = 0
  const newSong = () => world.song(`Песня ${(songs += 1)}`, of.username)

  /** Places an order whose bank page is open and not paid yet. */
  async function ordered(amount = 10_000, songId?: string, by = world.listener()) {
    const song = songId ?? (await newSong())
    const { data, status, failure } = await by.order(of, sessionId, song, undefined, amount)
    assert.equal(status, 200, JSON.stringify(failure))
    return { id: data.orderId, page: pageOf(data.paymentURL), song, by }
  }

  /** Places an order, pays it and processes everything that is due at once. */
  async function paid(method: 'card' | 'sbp' = 'card', amount?: number, songId?: string) {
    const order = await ordered(amount, songId)
    await world.bank.pay(order.page, { method, action: 'pay' })
    await world.settle()
    return order
  }

  return {
    artist: of,
    as,
    sessionId,
    newSong,
    ordered,
    paid,
    queue: () => world.ok(api.artist.queue, { query: { sessionId } }, as),
    next: (songId: string | null = null) => world.ok(api.artist.nextSong, { body: { songId } }, as),
    skip: (songId: string) =>
      world.ok(
        api.artist.changeSongStatus,
        { body: { songId, statusSong: 'SKIPPED', sessionId } },
        as,
      ),
    end: () =>
      world.ok(
        api.artist.updateSessionStatus,
        { body: { sessionId, sessionStatus: 'PLAYED' } },
        as,
      ),
    /** Plays the song through: it becomes NOW, then PLAYED. */
    async played(songId: string) {
      await world.ok(api.artist.nextSong, { body: { songId } }, as)
      await world.ok(api.payment.confirm, { body: { sessionId, songId } }, as)
    },
    /** Sends an order of a new listener and returns the reply, even a refusal. */
    order: async (amount: number | undefined, songId?: string, key?: string) =>
      world.listener().order(of, sessionId, songId ?? (await newSong()), key, amount),
    payments: () =>
      world.sql
        .selectFrom('payments')
        .select(['id', 'state', 'amount'])
        .where('concertId', '=', sessionId)
        .execute(),
    balance: () => world.ok(api.payment.balance, {}, as),
    /** Kopecks owed to this artist by the ledger. */
    owed: async () => 0 - (await ledgerOf(world, `artist_payable:${of.id}`)).posted,
  }
}

/** The payment as its payer sees it. */
export function shown(world: World, id: string) {
  return world.ok(api.payment.byId, { params: { id } })
}

/** The state and its reason in one text: «returned late». */
export async function outcomeOf(world: World, id: string): Promise<string> {
  const { state, reason } = await shown(world, id)
  return reason === undefined ? state : `${state} ${reason}`
}

/** Advances the clock by `ms` and processes everything that is due. */
export async function advanceAndSettle(world: World, ms: number): Promise<void> {
  world.advance(ms)
  await world.settle()
}

/** Asserts that the books are in order here and at the bank: no money was lost or created. */
export async function assertSound(world: World): Promise<void> {
  assert.deepEqual(await auditOf(world), [])
  assert.equal(await world.bank.booksBalance(), true, 'the books of the demo bank do not balance')
}

/** A world for the tests of a file; after each of them the bank's faults are cleared and the books are audited. */
export function worldWithAudit(
  opened: (world: World) => unknown,
  options?: Parameters<typeof makeWorld>[0],
): void {
  let world: World
  before(async () => {
    world = await makeWorld(options)
    await opened(world)
  })
  afterEach(async () => {
    await world.bank.faults.clear()
    await world.settle()
    await assertSound(world)
  })
  after(() => world.close())
}

/** The bank's rows for one payment of ours, attempt by attempt. */
export async function atTheBank(world: World, id: string) {
  const stem = id.replaceAll('-', '')
  const { payments } = await world.bank.books()
  return payments
    .filter(({ orderId }) => orderId.startsWith(stem))
    .toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1))
    .map(({ status, captured, refunded }) => ({ status, captured, refunded }))
}

/** The order id of the first page of a payment of ours. */
export const firstOrderOf = (id: string): string => `${id.replaceAll('-', '')}-1`

/** The bank's id of that page. */
export async function bankIdOf(world: World, id: string): Promise<string> {
  const { payments } = await world.bank.books()
  const page = payments.find(({ orderId }) => orderId === firstOrderOf(id))
  assert.ok(page !== undefined)
  return page.id
}

/** The causes of a payment's ledger transactions, in the order of writing. */
export async function causesOf(world: World, paymentId: string): Promise<string[]> {
  const rows = await world.sql
    .selectFrom('ledgerTransactions as t')
    .innerJoin('ledgerLines as l', 'l.transactionId', 't.id')
    .select(['t.cause', (of) => of.fn.min('l.id').as('place')])
    .where('t.paymentId', '=', paymentId)
    .groupBy(['t.id', 't.cause'])
    .orderBy('place')
    .execute()
  return rows.map(({ cause }) => cause)
}

/** Pays a tip and processes everything that is due at once. */
export async function tipped(
  world: World,
  username: string,
  amount: number,
  message = '',
  by: { cookie?: string | undefined; shown?: TipShown } = {},
) {
  const agreed = by.shown && { shown: by.shown }
  const words = message === '' ? {} : { message }
  const body = { artistUsername: username, amount, ...words, ...agreed }
  const address = freshAddress()
  const as = by.cookie === undefined ? { address } : { address, cookie: by.cookie }
  const url = await world.ok(api.payment.donate, { body }, as)
  await world.bank.pay(pageOf(url), { method: 'sbp', action: 'pay' })
  await world.settle()
}

/** Columns of an artist whose payout number is checked. */
export function checkedNumber(world: World) {
  return {
    phoneNumber: NUMBER.phone,
    sbpNumberId: NUMBER.bank,
    numberCheckedAt: world.now(),
    payoutRecipient: RECIPIENT_NAME,
    payoutRecipientConfirmed: RECIPIENT_NAME,
  }
}
