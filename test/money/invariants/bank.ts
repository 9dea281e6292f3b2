import assert from 'node:assert/strict'
import type { Bill } from '../model.ts'
import type { SeenMoney } from './read.ts'

const NO_MONEY = new Set([
  'NEW',
  'FORM_SHOWED',
  '3DS_CHECKING',
  'CANCELED',
  'REJECTED',
  'AUTH_FAIL',
  'DEADLINE_EXPIRED',
])
const GIVEN_BACK = new Set(['REVERSED', 'REFUNDED'])
const BEING_GIVEN_BACK = new Set(['REFUNDING', 'ASYNC_REFUNDING', 'REFUNDED'])

/** Whether this status of the bank means that no money was paid on its page. */
export function isMoneyless(status: string): boolean {
  return NO_MONEY.has(status)
}

/** Checks the bank's own rows against ours: we may lag behind it, but never claim what it does not know. */
export function checkBank(
  payment: SeenMoney,
  by: { paid: boolean; takenBack: boolean; byDispute: boolean; parts: Bill['parts'] },
): void {
  const { pages } = payment
  const amount = payment.amount + payment.letGo + payment.givenBack
  for (const page of pages) {
    const letGo = page.status === 'NEW' ? 0 : by.parts.letGo
    assert.ok(page.amount === amount || page.amount === amount - letGo, 'another sum')
    assert.ok(page.captured <= amount && page.refunded <= page.captured, 'more than was paid')
  }
  const moved = pages.filter(({ status }) => !isMoneyless(status))
  assert.ok(moved.length <= 1, 'one payment was paid on two pages')
  const [page] = moved
  assert.equal(page !== undefined, by.paid, 'the payer and the bank tell different stories')
  if (page === undefined) {
    assert.equal(payment.funds, 'none', 'we have money that nobody paid')
    return
  }
  if (payment.funds !== 'none') assert.equal(payment.bankId, page.id)
  if (payment.state === 'released') checkReleased(payment, page, by)
  if (payment.state === 'returned')
    assert.ok(
      GIVEN_BACK.has(page.status) || by.byDispute,
      `returned, and the bank says ${page.status}`,
    )
  if (payment.funds === 'charged' && payment.state !== 'returned')
    assert.equal(
      page.captured,
      payment.amount + payment.givenBack,
      'we booked what the bank did not take',
    )
}

function checkReleased(
  payment: SeenMoney,
  page: SeenMoney['pages'][number],
  { takenBack, parts }: { takenBack: boolean; parts: Bill['parts'] },
): void {
  assert.ok(payment.lost <= parts.givenBack, 'a loss that nobody has caused')
  if (payment.funds === 'none') {
    assert.ok(takenBack && page.status === 'REFUNDED', 'a loss that nobody has caused')
    return
  }
  const isPart = parts.givenBack > 0
  const fine =
    page.status === 'CONFIRMED' ||
    ((takenBack || isPart) && BEING_GIVEN_BACK.has(page.status)) ||
    (isPart && page.status === 'PARTIAL_REFUNDED')
  assert.ok(fine, `earned, and the bank says ${page.status}`)
}
