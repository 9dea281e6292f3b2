import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import {
  advanceAndSettle,
  checkedNumber,
  outcomeOf,
  pageOf,
  paidConcert,
  shown,
  tipped,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import type { PaidConcert } from '#test/support/paid-concert.ts'
import { makePhone } from '#test/support/steps/stage.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
let cashier: TestArtist
worldWithAudit(async (opened) => {
  world = opened
  cashier = await world.artist({ role: 'CASHIER' })
})

const WORD = 'Простите, так вышло'
const WHY = { reason: 'request', words: 'слушатель написал нам' } as const
const give = (id: string) =>
  world.call(api.operator.returnPayment, { body: { id, word: WORD, ...WHY } }, cashier)
const cardOf = (id: string) => world.ok(api.operator.payment, { query: { id } }, cashier)
const emailOf = async ({ artist }: PaidConcert) =>
  (await world.ok(api.operator.account, { query: { username: artist.username } }, cashier)).email

async function lettersTo(concert: PaidConcert) {
  await mailIdle(world.app.ctx)
  const address = await emailOf(concert)
  return world.sentMail.filter(({ to }) => to === address)
}

/** An order that was played and credited. */
async function credited(concert: PaidConcert, amount: number) {
  const order = await concert.paid('sbp', amount)
  await concert.played(order.song)
  await advanceAndSettle(world, 21 * SECOND_MS)
  return order.id
}

/** After it the balance is empty. */
async function paidOut(concert: PaidConcert) {
  await world.ok(api.payment.payout, {}, concert.as)
  await advanceAndSettle(world, MINUTE_MS)
  await advanceAndSettle(world, MINUTE_MS)
}

async function untilBack() {
  for (let minute = 0; minute < 3; minute += 1) await advanceAndSettle(world, MINUTE_MS)
}

describe('a played song is given back by the cashier', () => {
  test('after its payout too: what the balance lacks is kept back from the next credits', async () => {
    const concert = await paidConcert(world, { artist: checkedNumber(world) })
    await credited(concert, 60_000)
    const id = await credited(concert, 50_000)
    await paidOut(concert)
    const card = await cardOf(id)
    assert.deepEqual(card.refundable, { available: 0, owed: 45_000 })
    const { status, failure } = await give(id)
    assert.equal(status, 200, JSON.stringify(failure))
    await untilBack()
    assert.equal(await outcomeOf(world, id), 'returned returned_by_service')
    assert.equal((await shown(world, id)).returnWord, WORD)
    const { available, debt, entries } = await concert.balance()
    assert.deepEqual([available, debt], [0, 45_000])
    assert.equal(entries.find((entry) => entry.id === id)?.state, 'given_back')
    const lines = entries.filter(({ cause }) => cause === 'return')
    assert.deepEqual(
      lines.map(({ state, amount }) => [state, amount]),
      [['returned', -45_000]],
    )
    const account = await world.ok(
      api.operator.account,
      { query: { username: concert.artist.username } },
      cashier,
    )
    assert.deepEqual([account.available, account.debt], [0, 45_000])
    const [letter] = await lettersTo(concert)
    assert.match(letter?.subject ?? '', /^Слушателю вернули деньги: 500\s₽, «Песня 2»$/u)
    assert.match(letter?.text ?? '', /слушатель написал нам/u)
    assert.match(letter?.text ?? '', /Удержим ещё 450\s₽ из следующих зачислений/u)
  })

  test('within the same bound as by its artist, and the card says why not beyond it', async () => {
    const concert = await paidConcert(world, { artist: checkedNumber(world) })
    const id = await credited(concert, 50_000)
    await paidOut(concert)
    const card = await cardOf(id)
    assert.equal(card.refundable, null)
    assert.match(card.refusal ?? '', /^На балансе 0\s₽, а вернуть нужно 450\s₽/u)
    assert.equal((await give(id)).failure.code, 'NOTHING_TO_PAY')
    assert.equal(await outcomeOf(world, id), 'released')
    assert.deepEqual(await lettersTo(concert), [])
    await tipped(world, concert.artist.username, 60_000)
    assert.deepEqual((await cardOf(id)).refundable, { available: 57_000, owed: 0 })
  })
})

test('a return that the bank refused is said to wait for a person', async () => {
  const concert = await paidConcert(world)
  const id = await credited(concert, 50_000)
  await world.bank.faults.set({ kind: 'refused_refund', code: '3028' })
  assert.equal((await give(id)).status, 200)
  await advanceAndSettle(world, HOUR_MS)
  const { refundable, refusal } = await cardOf(id)
  assert.deepEqual(
    [refundable, refusal],
    [null, 'Возврат ждёт в «Деньгах»: там сказано, что с ним делать.'],
  )
})

test('the life of a payment and the log are told in Russian', async () => {
  const concert = await paidConcert(world)
  const id = await credited(concert, 50_000)
  await give(id)
  await untilBack()
  const { steps } = await cardOf(id)
  const told = steps.map(({ what }) => what)
  for (const what of told) assert.doesNotMatch(what, /[a-z]/iu)
  for (const what of ['Банк: возврат, сделано', 'Проводка: возврат с баланса, баланс музыканта'])
    assert.ok(told.includes(what), `${what} of ${told.join('; ')}`)
  const admin = await world.artist({ role: 'ADMIN' })
  const { username } = await world.artist()
  const body = { username, role: 'MODERATOR', ...WHY } as const
  await world.ok(api.operator.setRole, { body }, admin)
  const { deeds } = await world.ok(api.operator.log, { query: { username } }, admin)
  assert.match(deeds[0]?.subject ?? '', /: модератор$/u)
  const { data: csv } = await world.call(api.operator.logCsv, {}, admin)
  assert.match(csv, /;администратор;/u)
  assert.doesNotMatch(csv, /ADMIN|MODERATOR/u)
})

describe('a waiting song is given back by the cashier', () => {
  test('with his word and in the name of the service, and its artist reads of it', async () => {
    const concert = await paidConcert(world)
    const order = await concert.paid('card', 30_000)
    assert.equal((await give(order.id)).status, 200)
    await world.settle()
    await untilBack()
    assert.equal(await outcomeOf(world, order.id), 'returned returned_by_service')
    assert.equal((await shown(world, order.id)).returnWord, WORD)
    assert.deepEqual(await concert.queue(), [])
    assert.deepEqual((await concert.balance()).entries, [], 'never credited')
    const [mine] = await world.ok(
      api.songs.myOrders,
      { query: { sessionId: concert.sessionId } },
      { cookie: order.by.cookie ?? '' },
    )
    assert.equal(mine?.state, 'RETURNED', 'not taken off by its listener')
    const [letter] = await lettersTo(concert)
    assert.match(letter?.subject ?? '', /^Слушателю вернули деньги: 300\s₽, «Песня 1»$/u)
    assert.match(letter?.text ?? '', /Заказ снят/u)
    assert.match(letter?.text ?? '', /слушатель написал нам/u)
  })

  test('not where it plays, or where a share lets the song into the queue', async () => {
    const concert = await paidConcert(world, {
      artist: { minSongRubles: 100 },
      concert: { rules: JSON.stringify({ support: true }) },
    })
    const { song, ...playing } = await concert.paid()
    await concert.next(song)
    const shared = await concert.newSong()
    const shares: string[] = []
    for (const amount of [4000, 6000]) {
      const stage = { artist: concert.artist, concertId: concert.sessionId }
      const share = await makePhone(world).order(stage, shared, { amount, collect: true })
      await world.bank.pay(pageOf(share.data.paymentURL), { method: 'card', action: 'pay' })
      await world.settle()
      shares.push(share.data.orderId)
    }
    for (const [id, why] of [
      [playing.id, /уже играет/u],
      ...shares.map((share) => [share, /общие деньги: долю не забрать/u] as const),
    ] as const) {
      const { refundable, refusal } = await cardOf(id)
      assert.equal(refundable, null)
      assert.match(refusal ?? '', why)
      assert.equal((await give(id)).failure.code, 'ILLEGAL_STEP')
      assert.equal(await outcomeOf(world, id), 'secured')
    }
  })

  test('not with a word that is too long', async () => {
    const concert = await paidConcert(world)
    const order = await concert.paid()
    const body = { id: order.id, word: 'я'.repeat(141), ...WHY }
    const { fields } = await world.refused(
      'VALIDATION',
      api.operator.returnPayment,
      { body },
      cashier,
    )
    assert.ok(fields?.['word'])
    assert.equal(await outcomeOf(world, order.id), 'secured')
  })
})
