import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { NOTICE, NOTICE_PASSWORD, NOTICE_TOKEN } from './bank.tbank.fixture.ts'
import { readNotice } from './bank.tbank.ts'
import { payoutNoticeToken, tokenOf } from './tbank-dialect.ts'

const TERMINAL = NOTICE.TerminalKey
const KEYS = { terminalKey: TERMINAL, password: NOTICE_PASSWORD, payouts: null }
const PUBLISHED = { ...NOTICE, Token: NOTICE_TOKEN }

function read(fields: object) {
  return readNotice(JSON.stringify(fields), KEYS)
}

function signed(fields: Record<string, unknown>) {
  const whole = { TerminalKey: TERMINAL, ...fields }
  return { ...whole, Token: tokenOf(whole, NOTICE_PASSWORD) }
}

/** Returns the key of a notice that must verify. */
function keyOf(fields: object) {
  const notice = read(fields)
  return notice.verified ? notice.dedupeKey : assert.fail(notice.why)
}

test('the published notification is the bank’s own', () => {
  const { Token } = PUBLISHED
  assert.deepEqual(read(PUBLISHED), {
    verified: true,
    about: 'payment',
    reference: '201709',
    bankPaymentId: '8742591',
    word: 'AUTHORIZED',
    amount: 9855,
    hasMoney: true,
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
  const forged = { ...whole, Token: tokenOf(whole, NOTICE_PASSWORD) }
  assert.deepEqual(read(forged), { verified: false, why: 'another terminal' })
})

test('no body whatever makes it throw', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const bodies = ['', 'OK', '<xml/>', 'null', '[]', '1', '{"a":', deep, `{"TerminalKey":${deep}}`]
  for (const body of bodies) assert.equal(readNotice(body, KEYS).verified, false)
  for (const Token of [undefined, null, 1, {}, []])
    assert.equal(read({ ...PUBLISHED, Token }).verified, false)
})

test('an id of twenty digits is verified and kept', () => {
  const fields = { OrderId: 'order-1', Status: 'CONFIRMED', Amount: 10_000, Success: true }
  const id = '12345678901234567891'
  const { Token } = signed({ ...fields, PaymentId: id })
  const body = JSON.stringify({ TerminalKey: TERMINAL, ...fields, Token, PaymentId: 0 })
  const notice = readNotice(body.replace('"PaymentId":0', `"PaymentId":${id}`), KEYS)
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
  // The values are joined without a separator, so «10000» and «0» read as «100000» and «».
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

describe('a notice of the terminal of payouts', () => {
  const E2C = '123456789000E2C'
  const SECRET = 'Another1'
  const keys = { ...KEYS, payouts: { terminalKey: E2C, password: SECRET } }
  /** As in the bank's document: the id and the sum are text. */
  const SHOWN = {
    TerminalKey: E2C,
    OrderId: '39724',
    Success: true,
    Status: 'COMPLETED',
    PaymentId: '5149251283',
    ErrorCode: '0',
    Amount: '350190',
    SbpId: 'B4163074446157090000120011270501',
    Phone: '+7(999)*--99',
  }
  // Amount, ErrorCode, OrderId, Password, PaymentId, Status, Success, TerminalKey.
  const text = `350190039724${SECRET}5149251283COMPLETEDtrue${E2C}`
  const Token = createHash('sha256').update(text).digest('hex')
  const readOf = (fields: object) => readNotice(JSON.stringify(fields), keys)

  test('is the bank’s own by the seven fields that its document names', () => {
    assert.equal(payoutNoticeToken(SHOWN, SECRET), Token)
    const expected = {
      verified: true,
      about: 'payout',
      reference: '39724',
      bankPaymentId: '5149251283',
      word: 'COMPLETED',
      amount: 350_190,
      hasMoney: true,
      dedupeKey: `5149251283:COMPLETED:350190:${Token}`,
    }
    assert.deepEqual(readOf({ ...SHOWN, Token }), expected)
    assert.deepEqual(
      readOf({ ...SHOWN, PaymentId: 5_149_251_283, Amount: 350_190, Token }),
      expected,
    )
    const { SbpId, Phone, ...bare } = SHOWN
    assert.ok(SbpId !== '' && Phone !== '')
    assert.deepEqual(readOf({ ...bare, Token }), expected)
  })

  test('is forged where one of the seven is another, and under the other terminal’s password', () => {
    for (const [name, value] of Object.entries({
      OrderId: '39725',
      Success: false,
      Status: 'REJECTED',
      PaymentId: '5149251284',
      ErrorCode: '3009',
      Amount: '350191',
    }))
      assert.deepEqual(readOf({ ...SHOWN, [name]: value, Token }), {
        verified: false,
        why: 'wrong token',
      })
    const mistaken = { ...SHOWN, Token: payoutNoticeToken(SHOWN, NOTICE_PASSWORD) }
    assert.deepEqual(readOf(mistaken), { verified: false, why: 'wrong token' })
  })

  test('is not believed without a password of that terminal, and says what lacks', () => {
    const none = { ...KEYS, payouts: { terminalKey: E2C, password: null } }
    const notice = readNotice(JSON.stringify({ ...SHOWN, Token }), none)
    assert.deepEqual(notice, { verified: false, why: 'no TBANK_PAYOUT_PASSWORD' })
    const unknown = readNotice(JSON.stringify({ ...SHOWN, Token }), KEYS)
    assert.deepEqual(unknown, { verified: false, why: 'another terminal' })
  })
})
