import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SECOND_MS } from '../time.ts'
import { BANK_STATES, PAYMENT_STATES } from './payment.ts'
import { START } from './payment.fixture.ts'
import { OPEN_PAGES_MOST, admitPage, isUnpaidLink } from './unpaid-links.ts'
import type { OpenPages, Payer } from './unpaid-links.ts'

test('a payment is an unpaid link while neither we nor the bank know of money', () => {
  const links = PAYMENT_STATES.filter((state) => isUnpaidLink({ state, bankState: null }))
  assert.deepEqual(links, ['created', 'awaiting', 'failed', 'expired', 'canceled'])
  const seen = BANK_STATES.filter((bankState) => !isUnpaidLink({ state: 'awaiting', bankState }))
  assert.deepEqual(seen, ['held', 'charged', 'refunding', 'part_held', 'part_refunded'])
})

describe('one more page', () => {
  const none: OpenPages = { count: 0, firstEnd: null }
  const most = { ...OPEN_PAGES_MOST, network: 500 }
  const open = (payer: Payer, count: number, seconds: number) => ({
    device: none,
    network: none,
    artist: none,
    [payer]: { count, firstEnd: new Date(START.getTime() + seconds * SECOND_MS) },
  })

  for (const [payer, kind, words] of [
    [
      'device',
      'song',
      /^У вас уже 5 неоплаченных заказов\. Оплатите их или подождите 15 минут\.$/u,
    ],
    ['device', 'tip', /^У вас уже 5 неоплаченных благодарностей\. Оплатите /u],
    ['network', 'tip', /^Из этой сети уже открыто много неоплаченных страниц\. /u],
    ['artist', 'song', /^Этому музыканту сейчас платят слишком многие\. /u],
  ] as const)
    test(`of a ${kind} is refused at the limit of a ${payer}, until its first page closes`, () => {
      admitPage(kind, open(payer, most[payer] - 1, 60), most, START)
      assert.throws(() => admitPage(kind, open(payer, most[payer], 59.2), most, START), {
        code: 'TOO_MANY',
        message: words,
        retryAfterSeconds: 60,
      })
    })
})
