import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNotice } from './bank.tbank-notice.ts'
import { tokenOf } from './tbank-dialect/token.ts'

const TERMINAL = '1321054611234DEMO'
const PASSWORD = 'Dfsfh56dgKl'
const PUBLISHED = {
  TerminalKey: TERMINAL,
  OrderId: '201709',
  Success: true,
  Status: 'AUTHORIZED',
  PaymentId: 8_742_591,
  ErrorCode: '0',
  Amount: 9855,
  CardId: 322_264,
  Pan: '430000******0777',
  ExpDate: '1122',
  RebillId: 101_709,
  Token: 'b906d28e76c6428e37b25fcf86c0adc52c63d503013fdd632e300593d165766b',
}

function read(fields: object) {
  return readNotice(JSON.stringify(fields), TERMINAL, PASSWORD)
}

function signed(fields: Record<string, unknown>) {
  const whole = { TerminalKey: TERMINAL, ...fields }
  return { ...whole, Token: tokenOf(whole, PASSWORD) }
}

/** The key of a notice that has to verify. */
function keyOf(fields: object) {
  const notice = read(fields)
  return notice.verified ? notice.dedupeKey : assert.fail(notice.why)
}

test('the published notification is the bank’s own', () => {
  const { Token } = PUBLISHED
  assert.deepEqual(read(PUBLISHED), {
    verified: true,
    reference: '201709',
    bankPaymentId: '8742591',
    word: 'AUTHORIZED',
    amount: 9855,
    dedupeKey: `8742591:AUTHORIZED:9855:${Token}`,
  })
})

test('nested fields that the bank adds leave it verified', () => {
  const more = { Data: { Route: 'TCB', Source: 'cards' }, DATA: {}, Shops: [{ Amount: 1 }] }
  assert.ok(read({ ...PUBLISHED, ...more }).verified)
})

test('a changed, added or dropped field breaks it', () => {
  const { Pan, ...without } = PUBLISHED
  assert.ok(Pan)
  for (const forged of [
    { ...PUBLISHED, Amount: 9856 },
    { ...PUBLISHED, Status: 'CONFIRMED' },
    { ...PUBLISHED, Extra: 'x' },
    { ...PUBLISHED, Token: 'f'.repeat(64) },
    without,
  ])
    assert.deepEqual(read(forged), { verified: false, why: 'wrong token' })
})

test('another terminal is refused, even with a token that fits', () => {
  const whole = { ...PUBLISHED, TerminalKey: 'Other' }
  const forged = { ...whole, Token: tokenOf(whole, PASSWORD) }
  assert.deepEqual(read(forged), { verified: false, why: 'another terminal' })
})

test('no body whatever makes it throw', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const bodies = ['', 'OK', '<xml/>', 'null', '[]', '1', '{"a":', deep, `{"TerminalKey":${deep}}`]
  for (const body of bodies) assert.equal(readNotice(body, TERMINAL, PASSWORD).verified, false)
  for (const Token of [undefined, null, 1, {}, []])
    assert.equal(read({ ...PUBLISHED, Token }).verified, false)
})

test('an id of twenty digits is verified and kept', () => {
  const fields = { OrderId: 'order-1', Status: 'CONFIRMED', Amount: 10_000, Success: true }
  const id = '12345678901234567891'
  const { Token } = signed({ ...fields, PaymentId: id })
  const body = JSON.stringify({ TerminalKey: TERMINAL, ...fields, Token, PaymentId: 0 })
  const notice = readNotice(body.replace('"PaymentId":0', `"PaymentId":${id}`), TERMINAL, PASSWORD)
  assert.ok(notice.verified)
  assert.equal(notice.bankPaymentId, id)
})

test('one message has one key however often it comes, and every other message another', () => {
  const payment = { OrderId: 'order-1', PaymentId: 7, Amount: 10_000, Success: true }
  const confirmed = signed({ ...payment, Status: 'CONFIRMED' })
  assert.equal(keyOf(confirmed), keyOf({ ...confirmed }))
  assert.notEqual(keyOf(confirmed), keyOf(signed({ ...payment, Status: 'REFUNDED' })))
})

test('two messages with one token have two keys', () => {
  // There is nothing between the values, so «10000» and «0» read as «100000» and «».
  const one = signed({ PaymentId: 7, Status: 'CONFIRMED', Amount: 10_000, ErrorCode: '0' })
  const other = signed({ PaymentId: 7, Status: 'CONFIRMED', Amount: 100_000, ErrorCode: '' })
  assert.equal(one.Token, other.Token)
  assert.notEqual(keyOf(one), keyOf(other))
})

test('other kinds verify with their own word', () => {
  const receipt = { Status: 'RECEIPT', OrderId: 'order-1', PaymentId: 7, Amount: 10_000 }
  const fiscal = read(signed({ ...receipt, Receipt: { Items: [] } }))
  assert.ok(fiscal.verified && fiscal.word === 'RECEIPT' && fiscal.reference === 'order-1')

  const linked = read(signed({ NotificationType: 'LINKACCOUNT', Status: 'ACTIVE' }))
  assert.ok(linked.verified)
  assert.deepEqual([linked.word, linked.reference, linked.amount], ['LINKACCOUNT', '', 0])
})
