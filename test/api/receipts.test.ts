import assert from 'node:assert/strict'
import { after, afterEach, before, mock, test } from 'node:test'
import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { forgetOld } from '#server/jobs.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import {
  reviewMoney,
  settleQuestion,
} from '#server/modules/reconciliation/manual-review.service.ts'
import { failWrites } from '#test/support/database/failing-database.ts'
import {
  advanceAndSettle,
  assertSound,
  bankIdOf,
  firstOrderOf,
  checkedNumber,
  pageOf,
  paidConcert,
} from '#test/support/paid-concert.ts'
import type { PaidConcert } from '#test/support/paid-concert.ts'
import { ARTIST_PASSWORD, makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

const RECEIPTS = { email: 'box@example.org', taxation: 'usn_income', tax: 'none' }

let world: World
/** The addresses that the bank was asked to send receipts to. */
const sentTo: string[] = []

before(async () => {
  world = await makeWorld({}, undefined, { receipts: RECEIPTS })
  const { open, closeReceipt } = world.port
  mock.method(world.port, 'open', (question: Parameters<typeof open>[0]) => {
    sentTo.push(question.receipt?.to ?? '')
    return open(question)
  })
  mock.method(world.port, 'closeReceipt', (question: Parameters<typeof closeReceipt>[0]) => {
    sentTo.push(question.receipt.to)
    return closeReceipt(question)
  })
})
afterEach(() => assertSound(world))
after(() => world.close())

/** What the till of the bank registered for a payment, in order. */
async function registered(id: string) {
  const bankId = await bankIdOf(world, id)
  const { payments } = await world.bank.books()
  return payments.find((payment) => payment.id === bankId)?.receipts ?? []
}

type Registered = Awaited<ReturnType<typeof registered>>
type Fields = Readonly<Record<string, unknown>>

function itemOf(receipts: Registered, at = 0): Fields {
  const items = receipts[at]?.receipt['Items'] as readonly Fields[] | undefined
  return items?.[0] ?? {}
}

function supplierIn(receipts: Registered): Fields | undefined {
  return itemOf(receipts)['SupplierInfo'] as Fields | undefined
}

async function bodyOf(concert: PaidConcert, receiptTo?: string) {
  return {
    songId: await concert.newSong(),
    artistUsername: concert.artist.username,
    sessionId: concert.sessionId,
    title: '',
    artistName: '',
    imageUrl: '',
    amount: 10_000,
    ...(receiptTo === undefined ? {} : { receiptTo }),
  }
}

async function ordered(concert: PaidConcert, receiptTo?: string) {
  const body = await bodyOf(concert, receiptTo)
  const { orderId, paymentURL } = await world.ok(api.songs.orderSong, { body })
  return { id: orderId, page: pageOf(paymentURL), song: body.songId }
}

async function lastOf(kind: 'tip' | 'check'): Promise<string> {
  const { id } = await world.sql
    .selectFrom('payments')
    .select('id')
    .where('kind', '=', kind)
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

test('a receipt goes to the e-mail or the phone that the payer left, else to the operator', async () => {
  const concert = await paidConcert(world)
  for (const [typed, to] of [
    [' Anna@Example.org', 'anna@example.org'],
    ['8 912 345-67-89', '+79123456789'],
    ['', RECEIPTS.email],
    [undefined, RECEIPTS.email],
  ] as const) {
    const { id } = await ordered(concert, typed)
    assert.equal(sentTo.at(-1), to, typed ?? 'none')
    const { Email, Phone, Items } = (await registered(id))[0]?.receipt ?? {}
    assert.deepEqual([Email, Phone], [undefined, undefined], 'the demo bank keeps no address')
    assert.ok(Items)
  }
  const { username } = concert.artist
  const body = { artistUsername: username, amount: 10_000, receiptTo: 'tip@example.org' }
  await world.ok(api.payment.donate, { body })
  assert.equal(sentTo.at(-1), 'tip@example.org')
})

test('what is no address is refused at its field, and nothing is ordered', async () => {
  const concert = await paidConcert(world)
  const order = await world.refused('VALIDATION', api.songs.orderSong, {
    body: await bodyOf(concert, 'anna'),
  })
  assert.match(order.fields?.['receiptTo'] ?? '', /^Для чека нужна почта/u)
  const tip = { artistUsername: concert.artist.username, amount: 10_000, receiptTo: '12' }
  const gift = await world.refused('VALIDATION', api.payment.donate, { body: tip })
  assert.match(gift.fields?.['receiptTo'] ?? '', /^Для чека нужна почта/u)
  const unpaid = await world.sql
    .selectFrom('payments')
    .select('id')
    .where('artistId', '=', concert.artist.id)
    .execute()
  assert.deepEqual(unpaid, [])
})

test('the address is erased thirty days after the payment ended, and not while its song waits', async () => {
  const concert = await paidConcert(world)
  const [waits, plays, unpaid] = [
    await ordered(concert, 'a@example.org'),
    await ordered(concert, 'b@example.org'),
    await ordered(concert, 'c@example.org'),
  ]
  for (const { page } of [waits, plays])
    await world.bank.pay(page, { method: 'sbp', action: 'pay' })
  await world.settle()
  await concert.played(plays.song)
  await advanceAndSettle(world, DAY_MS)
  const ids = [waits, plays, unpaid].map(({ id }) => id)
  // What nobody paid is erased as a whole.
  const kept = async () => {
    const rows = await world.sql
      .selectFrom('payments')
      .select(['id', 'receiptTo'])
      .where('id', 'in', ids)
      .execute()
    return ids.map((id) => rows.find((row) => row.id === id)?.receiptTo ?? null)
  }
  world.advance(28 * DAY_MS)
  await forgetOld(world.app.ctx)
  assert.deepEqual(await kept(), ['a@example.org', 'b@example.org', 'c@example.org'])
  world.advance(3 * DAY_MS)
  // What cannot be erased now delays nothing else.
  const restore = await failWrites(world.sql, raw`delete on bank_notices`)
  await assert.rejects(forgetOld(world.app.ctx), AggregateError)
  await restore()
  assert.deepEqual(await kept(), ['a@example.org', '', null])
})

test('where no receipts are made, an address is neither judged nor stored', async () => {
  const quiet = await makeWorld()
  try {
    const concert = await paidConcert(quiet)
    const songId = await concert.newSong()
    const { orderId } = await quiet.ok(api.songs.orderSong, {
      body: { ...(await bodyOf(concert, 'anna')), songId },
    })
    const { receiptTo: stored } = await quiet.sql
      .selectFrom('payments')
      .select('receiptTo')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    assert.equal(stored, '')
  } finally {
    await quiet.close()
  }
})

const SELLER = {
  taxStatus: 'entrepreneur',
  taxName: 'Ким Анна Сергеевна',
  taxInn: '500100732259',
} as const

test('a receipt names the musician who said who he is, and of a check it names nobody', async () => {
  const concert = await paidConcert(world, { artist: checkedNumber(world) })
  const nobody = await ordered(concert)
  assert.equal(supplierIn(await registered(nobody.id)), undefined)
  await world.ok(api.auth.update, { body: { paymentDTO: SELLER } }, concert.as)
  const { id } = await ordered(concert)
  const receipts = await registered(id)
  assert.deepEqual(supplierIn(receipts), {
    Name: SELLER.taxName,
    Inn: SELLER.taxInn,
    Phones: ['+79001234567'],
  })
  assert.deepEqual(itemOf(receipts)['AgentData'], { AgentSign: 'another' })
  const { username } = concert.artist
  await world.ok(api.payment.donate, { body: { artistUsername: username, amount: 10_000 } })
  const asked = { number: '79007654321', sbpNumberId: '100000000004', artistUsername: username }
  const body = { ...asked, currentPassword: ARTIST_PASSWORD }
  await world.ok(api.auth.checkNumber, { body }, concert.as)
  const tip = await registered(await lastOf('tip'))
  const check = await registered(await lastOf('check'))
  assert.equal(itemOf(tip)['PaymentObject'], 'another')
  assert.equal(supplierIn(tip)?.['Inn'], SELLER.taxInn)
  assert.equal(itemOf(check)['PaymentObject'], 'payment')
  assert.equal(supplierIn(check), undefined)
  const person = { taxStatus: 'person', taxName: 'Ким Анна', taxInn: '' } as const
  await world.ok(api.auth.update, { body: { paymentDTO: person } }, concert.as)
  const other = await ordered(concert)
  assert.equal(supplierIn(await registered(other.id))?.['Inn'], '000000000000')
})

test('another status is judged at its field, and its change writes an e-mail and holds nothing', async () => {
  const concert = await paidConcert(world, { artist: checkedNumber(world) })
  const wrong = { ...SELLER, taxInn: '500100732258' }
  const refused = await world.refused(
    'VALIDATION',
    api.auth.update,
    { body: { paymentDTO: wrong } },
    concert.as,
  )
  assert.deepEqual(refused.fields, { taxInn: 'Проверьте ИНН: в одной из цифр ошибка' })
  const messages = () =>
    world.sentMail.filter(({ subject }) => subject === 'Данные для чеков изменены')
  await world.ok(api.auth.update, { body: { paymentDTO: SELLER } }, concert.as)
  await world.ok(api.auth.update, { body: { paymentDTO: SELLER } }, concert.as)
  await mailIdle(world.app.ctx)
  const [message, ...more] = messages().filter(({ to }) => to.startsWith(concert.artist.username))
  assert.deepEqual(more, [])
  assert.match(message?.text ?? '', /Статус: ИП\n.*Ким Анна Сергеевна\nИНН: …2259\n/u)
  assert.match(message?.text ?? '', /остался прежним/u)
  const paymentDTO = { taxStatus: null, phoneNumber: '79007654321' }
  const body = { paymentDTO, currentPassword: ARTIST_PASSWORD }
  await world.ok(api.auth.update, { body }, concert.as)
  await mailIdle(world.app.ctx)
  const both = messages().findLast(({ to }) => to.startsWith(concert.artist.username))
  assert.doesNotMatch(both?.text ?? 'остался прежним', /остался прежним/u)
})

for (const needsStatus of [false, true])
  test(`a musician without a status is warned, and payouts ${needsStatus ? 'wait for it' : 'go out all the same'}`, async () => {
    const ownWorld = await makeWorld({}, undefined, { receipts: RECEIPTS, needsStatus })
    try {
      const concert = await paidConcert(ownWorld, {
        artist: checkedNumber(ownWorld),
      })
      const order = await concert.paid('sbp')
      await concert.played(order.song)
      await advanceAndSettle(ownWorld, DAY_MS / 24)
      assert.equal((await concert.balance()).number.noStatus, needsStatus ? 'needed' : 'asked')
      if (needsStatus) {
        const refused = await ownWorld.refused('ILLEGAL_STEP', api.payment.payout, {}, concert.as)
        assert.match(refused.message, /До этого выплаты ждут/u)
        await concert.end()
        await advanceAndSettle(ownWorld, 2 * DAY_MS)
        assert.equal((await concert.balance()).paidOut, 0)
        await ownWorld.ok(api.auth.update, { body: { paymentDTO: SELLER } }, concert.as)
        await advanceAndSettle(ownWorld, DAY_MS / 24)
      } else await ownWorld.ok(api.payment.payout, {}, concert.as)
      await advanceAndSettle(ownWorld, DAY_MS / 24)
      await advanceAndSettle(ownWorld, DAY_MS / 24)
      const { number, paidOut } = await concert.balance()
      assert.deepEqual([number.noStatus, paidOut], [needsStatus ? undefined : 'asked', 9000])
    } finally {
      await ownWorld.close()
    }
  })

const shapesOf = (receipts: Registered) =>
  receipts.map(({ kind }, at) => {
    const { PaymentMethod: method, PaymentObject: object } = itemOf(receipts, at)
    return `${kind} ${String(method)} ${String(object)}`
  })

async function playedOf(method: 'card' | 'sbp') {
  const concert = await paidConcert(world)
  const order = await ordered(concert, 'closing@example.org')
  await world.bank.pay(order.page, { method, action: 'pay' })
  await world.settle()
  await concert.played(order.song)
  return { ...order, concert }
}

const stateOf = (id: string) =>
  world.sql
    .selectFrom('payments')
    .select(['state', 'receipt', 'attention'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('a prepaid song that was played is closed once; money taken after the song needs no closing', async () => {
  const sbp = await playedOf('sbp')
  const card = await playedOf('card')
  await advanceAndSettle(world, 21 * SECOND_MS)
  await advanceAndSettle(world, DAY_MS)
  const closed = await registered(sbp.id)
  assert.deepEqual(shapesOf(closed), [
    'open full_prepayment service',
    'closing full_payment service',
  ])
  assert.deepEqual(sentTo.slice(-3), Array(3).fill('closing@example.org'))
  assert.deepEqual(shapesOf(await registered(card.id)), [
    'open full_prepayment service',
    'capture full_payment service',
  ])
  for (const { id } of [sbp, card]) assert.equal((await stateOf(id)).receipt, 'closed')
})

for (const kind of ['timeout_before', 'timeout_after', 'error_500', 'malformed'] as const)
  test(`a closing receipt whose answer is lost (${kind}) is sent again and registered once`, async () => {
    const { id } = await playedOf('sbp')
    await world.bank.faults.set({ kind, method: 'SendClosingReceipt', times: 1 })
    await advanceAndSettle(world, 21 * SECOND_MS)
    assert.deepEqual(await stateOf(id), { state: 'released', receipt: 'closing', attention: null })
    await advanceAndSettle(world, MINUTE_MS)
    assert.deepEqual(await stateOf(id), { state: 'released', receipt: 'closed', attention: null })
    assert.equal((await registered(id)).length, 2)
  })

test('money that the bank takes back while a closing receipt is sent again is seen', async () => {
  const { id } = await playedOf('sbp')
  await world.bank.faults.set({ kind: 'error_500', method: 'SendClosingReceipt', times: 1 })
  await advanceAndSettle(world, 21 * SECOND_MS)
  assert.equal((await stateOf(id)).receipt, 'closing')
  await world.bank.operator.refund(await bankIdOf(world, id), 10_000)
  while ((await world.bank.tick()) > 0);
  await advanceAndSettle(world, MINUTE_MS)
  assert.deepEqual(await stateOf(id), {
    state: 'released',
    receipt: 'refused',
    attention: 'lost_after_release',
  })
})

/** The till refuses to close the prepayment. */
const refusedAtTheTill = (id: string) =>
  world.bank.faults.set({ kind: 'refused_receipt', reference: firstOrderOf(id) })

async function refusedReceipt() {
  const { id, concert } = await playedOf('sbp')
  await refusedAtTheTill(id)
  await advanceAndSettle(world, 21 * SECOND_MS)
  const asked = { state: 'released', receipt: 'refused', attention: 'receipt_refused' }
  assert.deepEqual(await stateOf(id), asked)
  return { id, concert }
}

const settle = (concert: PaidConcert, id: string, action: 'retry' | 'close') =>
  settleQuestion(world.app.ctx, { ...concert.artist, role: 'ADMIN' }, id, { action })

async function questionOf(id: string) {
  const { stuck } = await reviewMoney(world.app.ctx)
  return stuck.find((row) => row.id === id)?.attention
}

test('a closing receipt that the bank refuses is a question, and credited money is none the less', async () => {
  const { id, concert } = await refusedReceipt()
  assert.equal(await concert.owed(), 9000)
  await settle(concert, id, 'retry')
  await world.settle()
  assert.equal((await stateOf(id)).attention, 'receipt_refused')
  await settle(concert, id, 'close')
  await advanceAndSettle(world, DAY_MS)
  const byHand = { state: 'released', receipt: 'closed', attention: null }
  assert.deepEqual(await stateOf(id), byHand, 'it is not sent again')
  assert.equal(await questionOf(id), undefined)
})

test('a closing receipt that is refused after a lost answer is a question as well', async () => {
  const { id } = await playedOf('sbp')
  await refusedAtTheTill(id)
  const lost = { kind: 'error_500', method: 'SendClosingReceipt', times: 1 } as const
  await world.bank.faults.set(lost)
  await advanceAndSettle(world, 21 * SECOND_MS)
  assert.equal((await stateOf(id)).receipt, 'closing')
  await advanceAndSettle(world, MINUTE_MS)
  assert.equal((await stateOf(id)).receipt, 'refused')
})

test('a closing receipt that a wrong key keeps out is sent again', async (t) => {
  const { id } = await playedOf('sbp')
  const no = { outcome: 'declined', code: 'http_403', text: 'нет', final: false } as const
  t.mock.method(world.port, 'closeReceipt', () => Promise.resolve(no), { times: 1 })
  await advanceAndSettle(world, 21 * SECOND_MS)
  assert.equal((await stateOf(id)).receipt, 'closing')
  await advanceAndSettle(world, MINUTE_MS)
  assert.equal((await stateOf(id)).receipt, 'closed')
})

test('a credit whose closing receipt was refused is given back as any other', async () => {
  const { id, concert } = await refusedReceipt()
  await world.ok(api.payment.refund, { body: { paymentId: id } }, concert.as)
  const told = async () => (await concert.balance()).entries.find((entry) => entry.id === id)?.state
  assert.equal(await told(), 'returning')
  await advanceAndSettle(world, MINUTE_MS)
  await advanceAndSettle(world, MINUTE_MS)
  assert.equal(await told(), 'returned')
  assert.equal(await questionOf(id), undefined)
})

test('a question about money comes before that of the receipt, which stays to be mended', async () => {
  const { id, concert } = await refusedReceipt()
  const ask = (attention: 'partial' | 'contradiction') =>
    world.sql.updateTable('payments').set({ attention }).where('id', '=', id).execute()
  await ask('partial')
  assert.equal(await questionOf(id), 'partial')
  await settle(concert, id, 'close')
  assert.equal((await stateOf(id)).receipt, 'refused')
  assert.equal(await questionOf(id), 'receipt_refused')
  await ask('contradiction')
  await settle(concert, id, 'retry')
  await world.settle()
  assert.equal((await stateOf(id)).receipt, 'refused', 'the retry was of the money alone')
  await settle(concert, id, 'retry')
  assert.equal((await stateOf(id)).receipt, 'closing')
  await world.settle()
  await settle(concert, id, 'close')
  assert.equal(await questionOf(id), undefined)
})

test('a tip is the whole payment for another thing than a service', async () => {
  const { artist } = await paidConcert(world)
  const body = { artistUsername: artist.username, amount: 10_000 }
  const page = pageOf(await world.ok(api.payment.donate, { body }))
  await world.bank.pay(page, { method: 'sbp', action: 'pay' })
  await advanceAndSettle(world, DAY_MS)
  const { id } = await world.sql
    .selectFrom('payments')
    .select('id')
    .where('artistId', '=', artist.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(shapesOf(await registered(id)), ['open full_payment another'])
  assert.equal((await stateOf(id)).receipt, 'made')
})
