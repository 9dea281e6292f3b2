import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import { kopecks } from '#domain/money.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { RegistryLine } from '#server/integrations/bank/bank.ts'
import { bookRegistryDay } from '#server/modules/reconciliation/reconciliation.service.ts'
import { auditOf, moneyQuestions, posted } from '#test/support/database/ledger.ts'
import { advanceAndSettle, paidConcert, tipped } from '#test/support/paid-concert.ts'
import { secondProcess } from '#test/support/product/second-process.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

describe('what does not agree with the registry', () => {
  let world: World
  before(async () => {
    world = await makeWorld()
  })
  after(() => world.close())

  const line = (more: Partial<RegistryLine> = {}): RegistryLine => ({
    key: randomUUID(),
    bankPaymentId: String(Math.floor(Math.random() * 1e12)),
    reference: 'reference',
    gross: kopecks(10_000),
    fee: kopecks(70),
    operation: 'Debit',
    at: world.now(),
    ...more,
  })

  /** A charged payment, with the bank's id for it. */
  async function charged(amount = 10_000) {
    const concert = await paidConcert(world)
    const { id } = await concert.paid('sbp', amount)
    const { bankPaymentId } = await world.sql
      .selectFrom('payments')
      .select('bankPaymentId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { id, bankPaymentId: bankPaymentId ?? '' }
  }

  let day = 0
  const read = (...lines: RegistryLine[]) =>
    bookRegistryDay(
      world.app.ctx,
      new Date(Date.UTC(2027, 0, (day += 1))).toISOString().slice(0, 10),
      lines,
    )

  const newQuestions = async (work: () => Promise<unknown>) => {
    const known = new Set((await moneyQuestions(world)).map(({ about }) => about))
    await work()
    return (await moneyQuestions(world)).filter(({ about }) => !known.has(about))
  }

  test('an operation of which we know nothing is booked, and a person is asked', async () => {
    const cash = await posted(world, 'settlement_cash')
    const unknown = line()
    const [question, ...others] = await newQuestions(() => read(unknown))
    assert.deepEqual(others, [])
    assert.deepEqual(
      [question?.what, question?.amount, question?.paymentId, question?.bankId],
      ['Операция банка «Debit», о которой мы не знаем.', 10_000, null, unknown.bankPaymentId],
    )
    assert.equal((await posted(world, 'settlement_cash')) - cash, 9930)
    assert.deepEqual(await auditOf(world), [])
  })

  test('another sum than ours is booked as the bank says, and a person is asked', async () => {
    const { id, bankPaymentId } = await charged(20_000)
    const [question] = await newQuestions(() => read(line({ bankPaymentId })))
    assert.equal(question?.paymentId, id)
    assert.match(question?.what ?? '', /^Сумма в реестре не та: наш платёж на 200\s₽\.$/u)
    assert.deepEqual(await auditOf(world), [])
  })

  const changeOf = async (accounts: readonly string[], work: () => Promise<unknown>) => {
    const stand = () => Promise.all(accounts.map((account) => posted(world, account)))
    const first = await stand()
    await work()
    return (await stand()).map((amount, at) => amount - (first[at] ?? 0))
  }

  /** Reads these lines and closes every question that they opened. */
  async function readAndClose(...lines: RegistryLine[]) {
    const { token } = await world.artist({ role: 'ADMIN' })
    await read(...lines)
    const { stuck } = await world.ok(api.payment.stuck, {}, { token })
    const ids = new Set(lines.map(({ bankPaymentId }) => bankPaymentId))
    for (const { id } of stuck.filter(({ bankId }) => ids.has(bankId ?? '')))
      await world.ok(api.payment.settle, { params: { id }, body: { action: 'close' } }, { token })
  }

  const back = (bankPaymentId: string, operation = 'Chargeback') =>
    line({ bankPaymentId, operation, gross: kopecks(-10_000), fee: kopecks(0) })

  /** A tip is credited at once. */
  async function credited() {
    const concert = await paidConcert(world)
    await tipped(world, concert.artist.username, 10_000)
    const { id, bankPaymentId } = await world.sql
      .selectFrom('payments')
      .select(['id', 'bankPaymentId'])
      .where('artistId', '=', concert.artist.id)
      .executeTakeFirstOrThrow()
    return { id, bankPaymentId: bankPaymentId ?? '', concert }
  }

  test('a credit in dispute is told as such on the balance, where it cannot be given back', async () => {
    const { bankPaymentId, concert } = await credited()
    const told = async () => (await concert.balance()).entries.map(({ dispute }) => dispute)
    assert.deepEqual(await told(), ['none'])
    await read(back(bankPaymentId))
    assert.deepEqual(await told(), ['open'])
    await readAndClose({ ...back(bankPaymentId, 'Chargeback_Reversal'), gross: kopecks(10_000) })
    assert.deepEqual(await told(), ['none'], 'won')
  })

  test('a chargeback waits in dispute, and is a loss once a person has closed it', async () => {
    const { id, bankPaymentId } = await credited()
    const accounts = ['settlement_cash', 'acq_receivable', `disputed:${id}`, 'loss']
    const [question] = await newQuestions(async () =>
      assert.deepEqual(
        await changeOf(accounts, () => read(back(bankPaymentId))),
        [-10_000, 0, 10_000, 0],
      ),
    )
    assert.match(question?.what ?? '', /«Chargeback»/u)
    const fee = line({
      bankPaymentId,
      operation: 'Chargeback_Fee',
      gross: kopecks(-900),
      fee: kopecks(0),
    })
    assert.deepEqual(await changeOf(accounts, () => readAndClose(fee)), [-900, 0, -10_000, 10_000])
    const won = { ...back(bankPaymentId, 'Chargeback_Reversal'), gross: kopecks(10_000) }
    assert.deepEqual(
      await changeOf(accounts, () => readAndClose(won)),
      [10_000, 0, 0, -10_000],
      'won after all',
    )
    assert.deepEqual(await auditOf(world), [])
  })

  test('a chargeback that is won leaves nothing behind', async () => {
    const { id, bankPaymentId } = await charged()
    const won = { ...back(bankPaymentId, 'Representment'), gross: kopecks(10_000) }
    const accounts = ['settlement_cash', 'acq_receivable', `disputed:${id}`, 'loss']
    assert.deepEqual(
      await changeOf(accounts, () => readAndClose(back(bankPaymentId), won)),
      [0, 0, 0, 0],
    )
  })

  test('a chargeback that the bank then tells of as a refund is lost once', async () => {
    const { id, bankPaymentId: bankId } = await credited()
    const accounts = ['settlement_cash', 'acq_receivable', `disputed:${id}`, 'loss']
    const change = await changeOf(accounts, async () => {
      await read(back(bankId))
      await world.bank.operator.refund(bankId)
      await advanceAndSettle(world, MINUTE_MS)
      await advanceAndSettle(world, MINUTE_MS)
      await readAndClose(line({ bankPaymentId: bankId, gross: kopecks(20_000), fee: kopecks(0) }))
    })
    assert.deepEqual(change, [10_000, -20_000, 0, 10_000])
    assert.deepEqual(await auditOf(world), [])
  })

  test('the bank’s own price is a fee, and nobody is asked about it', async () => {
    const fee = line({ operation: 'ServiceFee', gross: kopecks(-50_000), fee: kopecks(0) })
    const asked = await newQuestions(async () =>
      assert.deepEqual(
        await changeOf(['settlement_cash', 'acq_receivable', 'acquiring_fee'], () => read(fee)),
        [-50_000, 0, 50_000],
      ),
    )
    assert.deepEqual(asked, [])
  })

  test('a corrected registry of a booked day is booked as its difference', async () => {
    const [first, second] = [await charged(), await charged()]
    const [one, two] = [first, second].map(({ bankPaymentId }) => line({ bankPaymentId }))
    assert.ok(one !== undefined && two !== undefined)
    const accounts = ['settlement_cash', 'acq_receivable', 'acquiring_fee']
    const reading = (...lines: RegistryLine[]) =>
      changeOf(accounts, () => bookRegistryDay(world.app.ctx, '2027-06-01', lines))
    assert.deepEqual(await reading(one, two), [19_860, -20_000, 140])
    assert.equal(await bookRegistryDay(world.app.ctx, '2027-06-01', [two, one]), false)
    const [question] = await newQuestions(async () =>
      assert.deepEqual(await reading({ ...one, fee: kopecks(100) }), [-9960, 10_000, -40]),
    )
    assert.match(question?.what ?? '', /нет в исправленном реестре/u)
    assert.deepEqual(await reading(one, two), [9960, -10_000, 40], 'the first one was right')
    const saved = await world.sql
      .selectFrom('registryDays')
      .select(['lines', 'gross', 'fee', 'matched'])
      .where(raw<boolean>`day = '2027-06-01'`)
      .executeTakeFirst()
    assert.deepEqual(saved, { lines: 2, gross: 20_000, fee: 140, matched: 2 })
    assert.deepEqual(await auditOf(world), [])
  })

  test('a payment that is in no registry by the next day becomes a question, once', async () => {
    world.setNow(new Date('2027-03-10T12:00:00Z'))
    const { id } = await charged(12_300)
    const about = async () =>
      (await moneyQuestions(world))
        .filter(({ paymentId }) => paymentId === id)
        .map(({ what }) => what)
    await bookRegistryDay(world.app.ctx, '2027-03-10', [])
    assert.deepEqual(await about(), [], 'it has its night to appear')
    await bookRegistryDay(world.app.ctx, '2027-03-11', [])
    await bookRegistryDay(world.app.ctx, '2027-03-12', [])
    assert.deepEqual(await about(), ['Платёж получен, а в реестрах банка его нет.'])
  })

  test('a question about what no registry has closes once a late one has it', async () => {
    const now = world.now()
    world.setNow(new Date('2027-08-10T12:00:00Z'))
    const { id, bankPaymentId } = await charged()
    const { id: other } = await charged()
    const open = async () => {
      const rows = await world.sql
        .selectFrom('moneyQuestions')
        .select('paymentId')
        .where('closedAt', 'is', null)
        .where('paymentId', 'in', [id, other])
        .execute()
      return new Set(rows.map(({ paymentId }) => paymentId))
    }
    await bookRegistryDay(world.app.ctx, '2027-08-10', [])
    await bookRegistryDay(world.app.ctx, '2027-08-11', [])
    assert.deepEqual(await open(), new Set([id, other]))
    await bookRegistryDay(world.app.ctx, '2027-08-10', [line({ bankPaymentId })])
    assert.deepEqual(await open(), new Set([other]))
    world.setNow(now)
  })

  test('a payment that the registry tells of is asked about by nobody', async () => {
    world.setNow(new Date('2027-04-10T12:00:00Z'))
    const { bankPaymentId } = await charged()
    const asked = await newQuestions(async () => {
      await bookRegistryDay(world.app.ctx, '2027-04-10', [line({ bankPaymentId })])
      await bookRegistryDay(world.app.ctx, '2027-04-11', [])
    })
    assert.deepEqual(asked, [])
  })

  test('the first registry of a bank asks about the day before it, not about those that had none', async () => {
    const now = world.now()
    world.setNow(new Date('2026-01-10T12:00:00Z'))
    const { id } = await charged()
    await bookRegistryDay(world.app.ctx, '2026-01-15', [])
    const questions = await moneyQuestions(world)
    assert.deepEqual(
      questions.filter(({ paymentId }) => paymentId === id),
      [],
    )
    world.setNow(now)
  })

  test('one operation in the registries of two days is booked once', async () => {
    const { bankPaymentId } = await charged()
    const same = line({ bankPaymentId })
    const cash = await posted(world, 'settlement_cash')
    await read(same)
    await read(same)
    assert.equal((await posted(world, 'settlement_cash')) - cash, 9930)
  })

  test('an operation that was booked under a wrong day is booked under its own once that is corrected', async () => {
    const { id, bankPaymentId } = await charged()
    const same = line({ bankPaymentId })
    const reading = (on: string, ...lines: RegistryLine[]) =>
      changeOf(['settlement_cash', 'acq_receivable', 'acquiring_fee'], () =>
        bookRegistryDay(world.app.ctx, on, lines),
      )
    const none = [0, 0, 0]
    assert.deepEqual(await reading('2027-07-02', same), [9930, -10_000, 70])
    assert.deepEqual(await reading('2027-07-01', same), none)
    assert.deepEqual(await reading('2027-07-02'), [-9930, 10_000, -70])
    assert.deepEqual(await reading('2027-07-01', same), [9930, -10_000, 70])
    assert.deepEqual(await reading('2027-07-01', same), none)
    assert.deepEqual(await reading('2027-07-02', same), none)
    const { day: on, paymentId } = await world.sql
      .selectFrom('registryLines')
      .select([raw<string>`day::text`.as('day'), 'paymentId'])
      .where('key', '=', same.key)
      .executeTakeFirstOrThrow()
    assert.deepEqual([on, paymentId], ['2027-07-01', id])
    assert.deepEqual(await auditOf(world), [])
  })

  test('a day is read once, by whichever process comes first', async () => {
    const { bankPaymentId } = await charged()
    const other = await secondProcess(world)
    const cash = await posted(world, 'settlement_cash')
    const lines = [line({ bankPaymentId })]
    const readers = [world.app, other.app, world.app, other.app]
    const took = await Promise.all(
      readers.map(({ ctx }) => bookRegistryDay(ctx, '2027-05-01', lines)),
    )
    assert.deepEqual(
      took.filter((taken) => taken),
      [true],
    )
    assert.equal((await posted(world, 'settlement_cash')) - cash, 9930)
    await other.close()
  })

  test('is shown to admins with what to do about it', async () => {
    const { token } = await world.artist({ role: 'ADMIN' })
    const { stuck } = await world.ok(api.payment.stuck, {}, { token })
    const shown = stuck.filter(({ subject }) => subject === 'registry')
    const open = await world.sql
      .selectFrom('moneyQuestions')
      .select('id')
      .where('closedAt', 'is', null)
      .execute()
    assert.equal(shown.length, open.length)
    assert.ok(shown.every(({ what, todo, actions }) => what && todo && actions.includes('close')))
  })
})
