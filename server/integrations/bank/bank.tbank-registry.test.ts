import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cp1251 } from '#packages/tbank-sandbox/registry.ts'
import { BadRegistry, readRegistry } from './bank.tbank-registry.ts'
import { NOW, bankWorld } from './bank.tbank.fixture.ts'
import { tbankBank } from './bank.tbank.ts'
import { REGISTRY_TITLES } from './tbank-dialect.ts'
import type { RegistryColumn } from './tbank-dialect.ts'

const DEBIT: Record<RegistryColumn, string> = {
  number: '1',
  payer: '1234 56** **** 7890',
  paymentSystem: 'Mir',
  reference: '0199-order',
  date: '01.03.2026',
  time: '23:30:15',
  zone: 'MSK',
  authCode: '123456',
  terminal: '20000001',
  processedOn: '01.03.2026',
  transferredOn: '02.03.2026',
  gross: '1234.56',
  fee: '33.33',
  fiscalFee: '0.50',
  net: '1200.73',
  operation: 'Debit',
  rrn: '835508576879',
  bankPaymentId: '12345678901234567891',
  terminalName: 'BISDEMO',
  cardType: 'Dom',
  extra: 'Name:Ёлкин',
  description: 'Песня «Кукушка»',
}
const ALL = Object.keys(REGISTRY_TITLES) as RegistryColumn[]

/** A registry with a header line; each operation is the debit above with these changes. */
function registry(changes: Partial<typeof DEBIT>[], columns = ALL) {
  const titles = columns.map((column) => REGISTRY_TITLES[column]).join(';')
  return cp1251([titles, ...changes.map((change) => row(change, columns)), ''].join('\r\n'))
}

function row(change: Partial<typeof DEBIT>, columns = ALL) {
  return columns.map((column) => ({ ...DEBIT, ...change })[column]).join(';')
}

function only(change: Partial<typeof DEBIT>) {
  const [line, ...rest] = readRegistry(registry([change]))
  assert.equal(rest.length, 0)
  return line ?? assert.fail('no line')
}

test('a line tells who paid for what, when, and what it cost', () => {
  assert.deepEqual(only({}), {
    key: 'Debit:12345678901234567891:01.03.2026:23:30:15:123456',
    bankPaymentId: '12345678901234567891',
    reference: '0199-order',
    gross: 123_456,
    fee: 3383,
    operation: 'Debit',
    at: new Date('2026-03-01T20:30:15Z'),
  })
})

test('sums are exact to the kopeck, however they are spelled', () => {
  for (const [gross, sum] of [
    ['1234.56', 123_456],
    ['1 234,56', 123_456],
    ['1\u00A0234\u00A0567,8', 123_456_780],
    ['10', 1000],
    ['0,29', 29],
    ['1.1', 110],
    ['"1150,10"', 115_010],
  ] as const)
    assert.equal(only({ gross }).gross, sum, gross)
})

test('the kind of operation says which way the money went, whatever sign the file gives it', () => {
  for (const operation of ['Credit', 'Chargeback', '2Chargeback', 'Representment_Reversal'])
    for (const gross of ['100.00', '-100.00'])
      assert.equal(only({ operation, gross }).gross, -10_000)
  for (const operation of ['Debit', 'CancelRefund', 'Chargeback_Reversal', 'DebitCorrection'])
    assert.equal(only({ operation, gross: '100.00' }).gross, 10_000)
  assert.equal(only({ operation: 'Unheard_Of', gross: '-100.00' }).gross, -10_000)
})

test('a failed authorisation moves no money but costs its fee', () => {
  const line = only({ operation: 'AUTH_FAIL', fee: '5.00', fiscalFee: '' })
  assert.deepEqual([line.gross, line.fee], [0, 500])
})

test('columns are found by their titles in any order, and more may come', () => {
  const [line] = readRegistry(registry([{}], ALL.toReversed()))
  assert.deepEqual(line, only({}))
  const text =
    'Новое;дата операции;ВРЕМЯ ОПЕРАЦИИ;Сумма операции;Тип операции;Payment  ID;Номер заказа'
  const cells = 'x;2026-03-01;23:30;100,00;Debit;7;order-1'
  const [few] = readRegistry(cp1251(`Реестр за 01.03.2026\n${text}\n${cells}\n`))
  assert.deepEqual(few, {
    key: 'Debit:7:2026-03-01:23:30:10000',
    bankPaymentId: '7',
    reference: 'order-1',
    gross: 10_000,
    fee: 0,
    operation: 'Debit',
    at: new Date('2026-03-01T20:30:00Z'),
  })
})

test('without titles the order of the document holds, with the fee for receipts and without', () => {
  const bare = ALL.filter((column) => column !== 'fiscalFee')
  const bytes = cp1251(`${row({})}\r\n${row({ bankPaymentId: '8' }, bare)}\r\n`)
  assert.deepEqual(
    readRegistry(bytes).map(({ bankPaymentId, gross, fee }) => [bankPaymentId, gross, fee]),
    [
      ['12345678901234567891', 123_456, 3383],
      ['8', 123_456, 3333],
    ],
  )
})

test('a semicolon in the description shifts nothing', () => {
  assert.deepEqual(only({ description: 'Песня; и ещё; одна' }), only({}))
})

test('two operations of one payment have two keys', () => {
  const lines = readRegistry(registry([{}, { operation: 'Credit', time: '23:50:00' }]))
  assert.equal(new Set(lines.map(({ key }) => key)).size, 2)
})

test('totals and empty lines are passed over', () => {
  const whole = registry([{}, {}])
  const totals = cp1251('Итого;;;;;;;;;;;2469.12;66.66;;;;;;;;;\r\n\r\n')
  assert.equal(readRegistry(Uint8Array.from([...whole, ...totals])).length, 2)
  assert.deepEqual(readRegistry(new Uint8Array()), [])
})

test('an operation that cannot be read stops the reading, for leaving it out would hide money', () => {
  for (const change of [
    { gross: '12.345' },
    { gross: 'сто' },
    { gross: '' },
    { fee: 'x' },
    { date: '32.13.2026' },
    { time: '' },
    { operation: '' },
  ])
    assert.throws(
      () => readRegistry(registry([{}, change])),
      (error) => error instanceof BadRegistry && error.message.includes('3'),
      JSON.stringify(change),
    )
})

test('a file saved anew in UTF-8 is read as well', () => {
  const columns = ALL.toReversed()
  const titles = columns.map((column) => REGISTRY_TITLES[column]).join(';')
  const text = `${titles}\n${row({}, columns)}`
  const bytes = new TextEncoder().encode(`\uFEFF${text}`)
  assert.deepEqual(readRegistry(bytes), [only({})])
})

test('the registry of a day is fetched from its address', async () => {
  const world = await bankWorld()
  after(() => world.close())
  const keys = { terminalKey: 'T', password: 'p', payouts: null, now: () => NOW }
  const registryUrl = () => `${world.url}/registry?shop=1`
  const bank = tbankBank({ ...keys, url: world.url, registryUrl })
  world.on('/registry', (answer) => answer.end(registry([{}])))
  assert.deepEqual(await bank.registry('2026-03-01'), { outcome: 'ok', value: [only({})] })
  assert.equal(world.asked.at(-1)?.path, '/registry?shop=1&day=2026-03-01')

  world.on('/registry', (answer) => answer.end(registry([])))
  assert.deepEqual(await bank.registry('2026-03-01'), { outcome: 'ok', value: [] })
  world.on('/registry', (answer) => answer.end('<!DOCTYPE html><title>Вход</title>'))
  assert.equal((await bank.registry('2026-03-01')).outcome, 'unknown')

  world.on('/registry', (answer) => answer.end(registry([{ gross: 'сто' }])))
  assert.equal((await bank.registry('2026-03-01')).outcome, 'unknown')
  world.on('/registry', (answer) => answer.writeHead(503).end())
  assert.equal((await bank.registry('2026-03-01')).outcome, 'unknown')
  for (const status of [404, 200]) {
    world.on('/registry', (answer) => answer.writeHead(status).end())
    const none = await bank.registry('2026-03-01')
    assert.ok(none.outcome === 'declined' && !none.final)
  }
})

test('a bank that hands no registry over says so', async () => {
  const world = await bankWorld()
  after(() => world.close())
  assert.deepEqual(await world.bank.registry('2026-03-01'), { outcome: 'ok', value: null })
  assert.equal(world.asked.length, 0)
})
