import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import { LEAVING_MS } from '#domain/accounts/leaving.ts'
import { USERNAME_KEPT_MS } from '#domain/accounts/new-username.ts'
import { kopecks } from '#domain/money.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { forgetOld } from '#server/jobs.ts'
import { bookRegistryDay } from '#server/modules/reconciliation/reconciliation.service.ts'
import { deliverEvents } from '#server/modules/webhooks/webhook-delivery.service.ts'
import { eraseLeft } from '#server/modules/security/leaving.service.ts'
import { ACCOUNT_DATA } from '#server/platform/db/account-data.ts'
import { columnsWith } from '#test/support/database/columns-with.ts'
import {
  advanceAndSettle,
  bankIdOf,
  checkedNumber,
  NUMBER,
  pageOf as bankPageOf,
  paidConcert,
  shown,
  tipped,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import { addWebhookTo, startWebhookReceiver } from '#test/support/servers/webhook-receiver.ts'
import { freshAddress } from '#test/support/steps/newcomer.ts'
import { ARTIST_PASSWORD } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened), {
  ipLocation: { locationOf: async () => ({ country: 'RU' }) },
})

const PROOF = { body: { currentPassword: ARTIST_PASSWORD } }
const leave = (artist: TestArtist) => world.ok(api.security.leave, PROOF, { token: artist.token })
const login = ({ username }: TestArtist) =>
  world.call(
    api.auth.login,
    { body: { username, password: ARTIST_PASSWORD } },
    { address: freshAddress() },
  )
const pageOf = ({ username }: TestArtist) =>
  world.call(api.page.getInfo, { query: { artistUsername: username } })

/** A day later, as the clocks of the server run. */
async function dayLater(days: number) {
  world.advance(days * DAY_MS)
  await forgetOld(world.app.ctx)
}

test('a deleted page is gone at once and every login with it, and a login on day 13 brings all back', async () => {
  const artist = await world.artist({ description: 'Пою на Патриарших' })
  assert.equal(await leave(artist), true)
  assert.equal((await pageOf(artist)).status, 404)
  assert.equal((await world.call(api.auth.checkToken, {}, artist)).status, 401)
  await dayLater(13)
  assert.equal((await login(artist)).data.back, true)
  assert.equal((await login(artist)).data.back, undefined)
  assert.equal((await pageOf(artist)).status, 200)
  await dayLater(30)
  assert.equal((await pageOf(artist)).status, 200)
})

test('a page that an operator hid stays hidden when its owner comes back', async () => {
  const artist = await world.artist()
  const admin = await world.artist({ role: 'ADMIN' })
  const body = {
    username: artist.username,
    hidden: true,
    reason: 'other' as const,
    words: 'Скрыто',
  }
  await world.ok(api.operator.hide, { body }, admin)
  await leave(artist)
  assert.equal((await login(artist)).status, 200)
  assert.equal((await pageOf(artist)).status, 404)
})

test('an operator neither shows a page that is being deleted nor loses what he hid meanwhile', async () => {
  const artist = await world.artist()
  const admin = await world.artist({ role: 'ADMIN' })
  const hide = (hidden: boolean) =>
    world.ok(
      api.operator.hide,
      { body: { username: artist.username, hidden, reason: 'other', words: 'Так нужно' } },
      admin,
    )
  const card = async () =>
    (await world.ok(api.operator.account, { query: { username: artist.username } }, admin)).leavesAt
  assert.equal(await card(), null)
  await leave(artist)
  assert.equal(await card(), new Date(world.now().getTime() + LEAVING_MS).toISOString())
  const show = { username: artist.username, hidden: false, reason: 'other', words: 'Нет' } as const
  const refused = await world.refused('ILLEGAL_STEP', api.operator.hide, { body: show }, admin)
  assert.equal(refused.message, 'Аккаунт удаляется: страницу вернёт вход его владельца')
  for (const blocked of [true, false])
    await world.ok(
      api.operator.block,
      { body: { username: artist.username, blocked, reason: 'other', words: 'Так нужно' } },
      admin,
    )
  assert.equal((await pageOf(artist)).status, 404)
  await hide(true)
  assert.equal((await login(artist)).status, 200)
  assert.equal((await pageOf(artist)).status, 404)
  await hide(false)
  assert.equal((await pageOf(artist)).status, 200)
})

test('an operator sees of an erased account that it is, and does nothing to it any more', async () => {
  const artist = await world.artist()
  const admin = await world.artist({ role: 'ADMIN' })
  await leave(artist)
  await dayLater(14)
  const found = await world.ok(api.operator.find, { query: { input: artist.id } }, admin)
  const username = found.accounts[0]?.username ?? ''
  assert.equal((await world.ok(api.operator.account, { query: { username } }, admin)).erased, true)
  const why = { username, reason: 'other', words: 'Так нужно' } as const
  const email = { body: { ...why, email: 'drugaya@bis.test' } }
  await world.refused('ILLEGAL_STEP', api.operator.changeEmail, email, admin)
  const role = { body: { ...why, role: 'SUPPORT' } } as const
  await world.refused('ILLEGAL_STEP', api.operator.setRole, role, admin)
})

test('deleting a deleted account again is refused, keeps its first date, and its owner comes back', async () => {
  const artist = await world.artist()
  const admin = await world.artist({ role: 'ADMIN' })
  await leave(artist)
  const left = await world.sql
    .selectFrom('artists')
    .select('closingAt')
    .where('id', '=', artist.id)
    .executeTakeFirstOrThrow()
  await dayLater(3)
  const { username } = artist
  const body = { username, reason: 'request', words: 'Просил владелец' } as const
  const refused = await world.refused('ILLEGAL_STEP', api.operator.leave, { body }, admin)
  assert.match(refused.message, /^Аккаунт уже удалён/u)
  const { closingAt } = await world.sql
    .selectFrom('artists')
    .select('closingAt')
    .where('id', '=', artist.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(closingAt, left.closingAt)
  assert.equal((await login(artist)).status, 200)
  assert.equal((await pageOf(artist)).status, 200)
})

test('what is held and what is owed is told, and a debt is settled before', async () => {
  const show = await paidConcert(world, { artist: checkedNumber(world) })
  await tipped(world, show.artist.username, 60_000)
  const { id, song } = await show.paid('sbp', 50_000)
  await show.played(song)
  await advanceAndSettle(world, MINUTE_MS)
  await world.ok(api.payment.payout, {}, show.as)
  for (const ms of [MINUTE_MS, MINUTE_MS]) await advanceAndSettle(world, ms)
  await world.ok(api.payment.refund, { body: { paymentId: id, fromNext: true } }, show.as)
  await show.paid('sbp', 20_000)
  const running = await world.ok(api.security.leaving, {}, show.as)
  const { available, held, debt } = running
  assert.deepEqual([available, held, debt], [0, 18_000, 45_000])
  await show.end()
  await advanceAndSettle(world, MINUTE_MS)
  const over = await world.ok(api.security.leaving, {}, show.as)
  assert.equal(over.held, 0)
  assert.match(over.fault ?? '', /^У вас долг 450\s₽\. /u)
})

test('what is available is paid out first, and a coming concert gives its money back', async () => {
  const phoneNumber = '79017771001'
  const artist = await world.artist({
    ...checkedNumber(world),
    phoneNumber,
    paidSongsEnabled: true,
  })
  await tipped(world, artist.username, 100_000)
  const sessionId = await world.concert(artist, { startsIn: 600, title: 'Зимний вечер' })
  const seen = await world.ok(api.security.leaving, {}, artist)
  assert.equal(seen.fault, null)
  assert.deepEqual(
    seen.concerts.map(({ title }) => title),
    ['Зимний вечер'],
  )
  await leave(artist)
  assert.equal((await world.call(api.session.byId, { query: { sessionId } })).status, 404)
  await advanceAndSettle(world, DAY_MS)
  await advanceAndSettle(world, MINUTE_MS)
  const paid = await world.bank.inbox(phoneNumber)
  assert.deepEqual(
    paid.map(({ amount }) => amount),
    [seen.available],
  )
})

test('money that cannot be paid out keeps the account, in words, and cancels nothing', async () => {
  const artist = await world.artist({ paidSongsEnabled: true })
  await tipped(world, artist.username, 50_000)
  const sessionId = await world.concert(artist, { startsIn: 600 })
  const refused = await world.refused('ILLEGAL_STEP', api.security.leave, PROOF, artist)
  assert.match(
    refused.message,
    /^На балансе 475\u00A0₽, сначала их нужно выплатить\. Сначала укажите/u,
  )
  assert.equal((await world.call(api.session.byId, { query: { sessionId } })).status, 200)
  assert.equal((await pageOf(artist)).status, 200)
})

describe('a dispute of money that was paid out already', () => {
  const phoneNumber = '79017771002'

  /** An artist whose 600 ₽ were credited and paid out. */
  async function paidOut() {
    const show = await paidConcert(world, { artist: { ...checkedNumber(world), phoneNumber } })
    const { id, song } = await show.paid('sbp', 60_000)
    await show.played(song)
    await show.end()
    for (const ms of [MINUTE_MS, DAY_MS, MINUTE_MS]) await advanceAndSettle(world, ms)
    const { available, paidOut: sent } = await show.balance()
    assert.deepEqual([available, sent], [0, 54_000])
    return { ...show, id }
  }

  /** The bank's registry of `day` says that the payer disputed it. */
  const disputed = async (id: string, day: string) =>
    bookRegistryDay(world.app.ctx, day, [
      {
        key: `dispute of ${id}`,
        bankPaymentId: await bankIdOf(world, id),
        reference: '',
        operation: 'Chargeback',
        gross: kopecks(-60_000),
        fee: kopecks(0),
        at: world.now(),
      },
    ])

  test('keeps the account, in words', async () => {
    const show = await paidOut()
    await disputed(show.id, '2030-01-01')
    const refused = await world.refused('ILLEGAL_STEP', api.security.leave, PROOF, show.as)
    assert.match(refused.message, /^Слушатель оспорил платёж: 540\s₽ ждут решения банка\./u)
    assert.equal((await pageOf(show.artist)).status, 200)
  })

  test('that comes after the deletion puts off the erasure', async () => {
    const show = await paidOut()
    await leave(show.artist)
    await disputed(show.id, '2030-01-02')
    await dayLater(15)
    const kept = await world.sql
      .selectFrom('artists')
      .select(['phoneNumber', 'erasedAt'])
      .where('id', '=', show.artist.id)
      .executeTakeFirstOrThrow()
    assert.deepEqual(kept, { phoneNumber, erasedAt: null })
  })
})

test('no account is deleted in a concert, by an operator, or without its password', async () => {
  const show = await paidConcert(world)
  const order = await show.paid()
  const refused = await world.refused('ILLEGAL_STEP', api.security.leave, PROOF, show.as)
  assert.match(refused.message, /^Идёт концерт/u)
  assert.equal((await shown(world, order.id)).state, 'secured')
  const admin = await world.artist({ role: 'MODERATOR' })
  await world.refused('ILLEGAL_STEP', api.security.leave, PROOF, admin)
  const artist = await world.artist()
  const wrong = { body: { currentPassword: 'Ne-tot-parol-1' } }
  await world.refused('VALIDATION', api.security.leave, wrong, artist)
})

test('after fourteen days no name, number, address or text is in any column, and the ledger is whole', async () => {
  const marks = ['Мирослава-7391', 'miroslava-7391', '79017397391', 'Подвал-7391', 'слова-7391']
  const [name = '', username = '', phoneNumber = '', place = '', text = ''] = marks
  const show = await paidConcert(world, {
    artist: {
      ...checkedNumber(world),
      name,
      username,
      phoneNumber,
      description: text,
      taxName: name,
    },
    concert: { title: `Вечер ${place}`, placeName: place, address: place, description: text },
  })
  const { songId } = await world.ok(
    api.artist.addFavorite,
    { body: { songId: null, title: 'Весна', artistName: 'Народная', imageUrl: '' } },
    show.as,
  )
  await world.ok(api.artist.saveSongTexts, { body: { texts: [{ songId, text }] } }, show.as)
  await world.ok(api.artist.saveMembers, { body: { members: [{ name, part: 1 }] } }, show.as)
  const order = await show.paid('card', 10_000, await world.song('Осень', 'Народная'))
  await show.played(order.song)
  await tipped(world, username, 20_000, text)
  await show.end()
  // The played song's money is credited, planned and paid out.
  for (let day = 0; day < 4; day++) await advanceAndSettle(world, DAY_MS)
  assert.ok((await columnsWith(world, marks)).length > 8)

  await world.ok(api.security.leave, PROOF, show.as)
  await advanceAndSettle(world, LEAVING_MS)
  await dayLater(3)
  assert.deepEqual(await columnsWith(world, marks), ['old_usernames.username_key'])
  assert.equal((await pageOf(show.artist)).status, 404)
  assert.equal((await login(show.artist)).status, 401)
  const stored = await world.sql
    .selectFrom('payments')
    .select('state')
    .where('artistId', '=', show.artist.id)
    .execute()
  assert.deepEqual(
    stored.map(({ state }) => state),
    ['released', 'released'],
  )

  const free = async () =>
    world.ok(api.auth.isUsernameFree, { body: { username } }, { address: freshAddress() })
  assert.equal(await free(), false)
  world.advance(USERNAME_KEPT_MS)
  assert.equal(await free(), true)
  await forgetOld(world.app.ctx)
  assert.deepEqual(await columnsWith(world, marks), [])
})

describe('the erasure of two accounts at once', () => {
  const erasedOf = async (artist: TestArtist) =>
    (
      await world.sql
        .selectFrom('artists')
        .select('erasedAt')
        .where('id', '=', artist.id)
        .executeTakeFirstOrThrow()
    ).erasedAt !== null

  test('forgets the number that one paid to have checked', async () => {
    const phone = '79017391111'
    const [payer, other] = [await world.artist(), await world.artist()]
    const body = { number: phone, sbpNumberId: NUMBER.bank, artistUsername: payer.username }
    const url = await world.ok(
      api.auth.checkNumber,
      { body: { ...body, currentPassword: ARTIST_PASSWORD } },
      payer,
    )
    await world.bank.pay(bankPageOf(url), { method: 'sbp', action: 'pay' })
    await world.settle()
    await advanceAndSettle(world, MINUTE_MS)
    assert.equal((await world.ok(api.payment.number, {}, payer)).state, 'checked')
    await leave(payer)
    await leave(other)
    await dayLater(14)
    assert.deepEqual([await erasedOf(payer), await erasedOf(other)], [true, true])
    assert.deepEqual(await columnsWith(world, [phone]), [])
  })

  test('does not stop at one that fails', async () => {
    const [failing, other] = [await world.artist(), await world.artist()]
    await leave(failing)
    await leave(other)
    world.advance(14 * DAY_MS)
    await raw`
      alter table artists add constraint never_erased check (id <> ${raw.lit(failing.id)} or erased_at is null)
    `.execute(world.sql)
    try {
      await assert.rejects(eraseLeft(world.app.ctx), AggregateError)
      assert.deepEqual([await erasedOf(failing), await erasedOf(other)], [false, true])
    } finally {
      await raw`alter table artists drop constraint never_erased`.execute(world.sql)
    }
  })
})

test('every table of an account or a concert says what is erased with it', async () => {
  const { rows } = await raw<{ table: string }>`
    select distinct c.table_name as "table"
    from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.column_name in ('artist_id', 'concert_id')
  `.execute(world.sql)
  const said = Object.keys(ACCOUNT_DATA).filter((table) => table !== 'artists')
  assert.deepEqual(rows.map(({ table }) => table).toSorted(), said.toSorted())
})

test('webhooks are told of the concerts that a deletion cancels, and are there after a return', async () => {
  await using receiver = await startWebhookReceiver()
  const artist = await world.artist()
  await addWebhookTo(world, artist, receiver.url)
  await world.concert(artist, { startsIn: 600 })
  await leave(artist)
  await deliverEvents(world.app.ctx)
  assert.deepEqual(receiver.types().toSorted(), ['concert.cancelled', 'ping'])
  const { token } = (await login(artist)).data
  const [kept] = await world.ok(api.webhooks.list, {}, { token })
  assert.equal(kept?.endedAt, null)
})
