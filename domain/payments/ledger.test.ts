import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import * as ledger from './ledger.ts'
import type { Earning, Posting } from './ledger.ts'
import * as payouts from './payout-postings.ts'
import { commissionOf, kopecks } from '../money.ts'
import { booksAfter } from './payment.fixture.ts'

const money = fc
  .record({
    kind: fc.constantFrom('song', 'tip', 'check'),
    amount: fc.integer({ min: 1, max: 1_500_000 }).map(kopecks),
    bps: fc.integer({ min: 0, max: 10_000 }),
  })
  .map(({ kind, amount, bps }): Earning => ({
    id: 'p',
    kind,
    artistId: 'a',
    amount,
    commission: commissionOf(amount, bps),
  }))

const fee = fc.integer({ min: 0, max: 10_000 }).map(kopecks)
const BY_PAYMENT = [
  ledger.held,
  ledger.holdEnded,
  ledger.charged,
  ledger.released,
  ledger.returnDue,
  ledger.refunded,
  ledger.tip,
  ledger.creditReturned,
  ledger.checkPaid,
  ledger.checkReturn,
  ledger.lost,
]

function payoutPostings({ id, amount }: Earning, fee_: number): Posting[] {
  const payout = { id, amount, source: 'artist_payable:a' } as const
  return [
    payouts.payoutReserved(payout),
    payouts.payoutCompleted(payout, kopecks(fee_)),
    payouts.payoutRejected(payout),
    payouts.payoutCorrected(payout, { more: amount, debt: kopecks(Math.min(7, amount)) }),
    ledger.settled({ id, gross: amount, fee: kopecks(fee_) }),
    ledger.settled({ id, gross: kopecks(0 - amount), fee: kopecks(0) }),
    ledger.refundSentBack({ id, paymentId: id, amount }),
    ledger.disputed({ id, paymentId: id, amount }),
    ledger.disputeClosed({ id, paymentId: id, amount }, kopecks(0)),
    ledger.disputeClosed({ id, paymentId: id, amount }, amount),
    ledger.disputeClosed({ id, paymentId: id, amount }, kopecks(Math.min(7, amount))),
    ledger.disputeCharged(
      { id, paymentId: id, amount },
      { kind: 'song', artistId: 'a' },
      { commission: commissionOf(amount, 1000), taken: kopecks(Math.min(7, amount)) },
    ),
    ledger.debtTaken({ key: id, artistId: 'a', amount }),
  ]
}

/** Every posting there is, for any money. */
function everyPosting(check: (posting: Posting) => void): void {
  fc.assert(
    fc.property(money, fee, (earning, fee_) => {
      for (const post of BY_PAYMENT) check(post(earning))
      for (const posting of payoutPostings(earning, fee_)) check(posting)
    }),
  )
}

describe('a posting', () => {
  test('sums to zero and has two lines at least, none of them of nothing', () => {
    everyPosting(({ lines, key }) => {
      assert.equal(
        lines.reduce((sum, line) => sum + line.amount, 0),
        0,
        key,
      )
      for (const { amount } of lines) assert.ok(Number.isSafeInteger(amount) && amount !== 0, key)
    })
    const earning = { id: 'p', artistId: 'a', amount: kopecks(1000), commission: kopecks(100) }
    for (const kind of ['song', 'tip', 'check'] as const)
      for (const post of BY_PAYMENT) assert.ok(post({ ...earning, kind }).lines.length >= 2)
  })

  test('is named by its cause and its owner, so that the same thing cannot be written twice', () => {
    everyPosting(({ key, cause }) => {
      assert.equal(key, `${cause}:p`)
      assert.ok(ledger.CAUSES.includes(cause))
    })
    const keys = BY_PAYMENT.map((post) => post(song).key)
    assert.equal(new Set(keys).size, keys.length)
  })

  test('touches only accounts that the ledger knows', () => {
    everyPosting(({ lines }) => {
      for (const { account } of lines) assert.ok(ledger.kindOf(account), account)
    })
  })

  test('of a hold alone is pending; everything that the bank took is posted', () => {
    everyPosting(({ layer, cause }) => {
      assert.equal(layer, cause === 'held' || cause === 'hold_ended' ? 'pending' : 'posted')
    })
  })
})

const song: Earning = {
  id: 'p',
  kind: 'song',
  artistId: 'a',
  amount: kopecks(50_000),
  commission: kopecks(5000),
}

describe('the way of the money', () => {
  test('a held song that was let go leaves nothing behind, and names the hold that it undoes', () => {
    assert.deepEqual(booksAfter([ledger.held(song), ledger.holdEnded(song)]), {})
    assert.equal(ledger.holdEnded(song).resolves, ledger.held(song).key)
    for (const post of BY_PAYMENT.filter((one) => one !== ledger.holdEnded))
      assert.equal(post(song).resolves, null)
  })

  test('a played song is nine tenths the artist’s and one tenth ours', () => {
    assert.deepEqual(booksAfter([ledger.charged(song), ledger.released(song)]), {
      'posted acq_receivable': 50_000,
      'posted artist_payable:a': -45_000,
      'posted commission_song': -5000,
    })
  })

  test('a song that was not played goes back in full', () => {
    const owed = [ledger.charged(song), ledger.returnDue(song)]
    assert.deepEqual(booksAfter(owed), {
      'posted acq_receivable': 50_000,
      'posted refund_due:p': -50_000,
    })
    assert.deepEqual(booksAfter([...owed, ledger.refunded(song)]), {})
  })

  test('a tip is earned at once', () => {
    const gift = { ...song, kind: 'tip', commission: kopecks(2500) } as const
    assert.deepEqual(booksAfter([ledger.tip(gift)]), {
      'posted acq_receivable': 50_000,
      'posted artist_payable:a': -47_500,
      'posted commission_tip': -2500,
    })
  })

  test('what the artist gives back leaves nothing with him or with us', () => {
    const given = [ledger.charged(song), ledger.released(song), ledger.creditReturned(song)]
    assert.deepEqual(booksAfter(given), {
      'posted acq_receivable': 50_000,
      'posted refund_due:p': -50_000,
    })
    assert.deepEqual(booksAfter([...given, ledger.refunded(song)]), {})
    const gift = { ...song, kind: 'tip', commission: kopecks(2500) } as const
    const back = [ledger.tip(gift), ledger.creditReturned(gift), ledger.refunded(gift)]
    assert.deepEqual(booksAfter(back), {})
  })

  test('what he gives back after its payout is his debt, and what he is credited next pays it', () => {
    const given = ledger.creditReturned(song, kopecks(35_000))
    assert.deepEqual(booksAfter([given]), {
      'posted artist_debt:a': 35_000,
      'posted artist_payable:a': 10_000,
      'posted commission_song': 5000,
      'posted refund_due:p': -50_000,
    })
    const credit = { key: 'released:q', artistId: 'a', amount: kopecks(35_000) }
    const paid = booksAfter([given, ledger.debtTaken(credit)])
    assert.equal(paid['posted artist_debt:a'], undefined)
  })

  test('a lost dispute is its artist’s but for our commission, and what he is credited next pays it', () => {
    const dispute = { id: 'd', paymentId: 'p', amount: kopecks(50_000) }
    const charge = { commission: kopecks(5000), taken: kopecks(10_000) }
    const charged = ledger.disputeCharged(dispute, song, charge)
    assert.deepEqual(booksAfter([ledger.disputed(dispute), charged]), {
      'posted acq_receivable': -50_000,
      'posted artist_debt:a': 35_000,
      'posted artist_payable:a': 10_000,
      'posted commission_song': 5000,
    })
    const credit = { key: 'released:q', artistId: 'a', amount: kopecks(35_000) }
    const paid = booksAfter([charged, ledger.debtTaken(credit)])
    assert.equal(paid['posted artist_debt:a'], undefined)
  })

  test('of a check’s ten rubles nine go to the number, and all ten go back where it takes none', () => {
    const check = {
      ...song,
      kind: 'check',
      amount: kopecks(1000),
      commission: kopecks(100),
    } as const
    assert.deepEqual(booksAfter([ledger.checkPaid(check)]), {
      'posted acq_receivable': 1000,
      'posted check:p': -900,
      'posted commission_check': -100,
    })
    const back = [ledger.checkPaid(check), ledger.checkReturn(check)]
    assert.deepEqual(booksAfter(back), {
      'posted acq_receivable': 1000,
      'posted refund_due:p': -1000,
    })
    assert.deepEqual(booksAfter([...back, ledger.refunded(check)]), {})
  })

  test('what the bank takes back from earned money is our loss, not the artist’s', () => {
    const lost = [ledger.charged(song), ledger.released(song), ledger.lost(song)]
    assert.deepEqual(booksAfter(lost), {
      'posted artist_payable:a': -45_000,
      'posted commission_song': -5000,
      'posted loss': 50_000,
    })
  })

  test('what the acquirer settles turns from owed into cash less its fee, and a refund out of it', () => {
    const paid = ledger.settled({ id: '1', gross: kopecks(50_000), fee: kopecks(1400) })
    assert.deepEqual(booksAfter([ledger.charged(song), paid]), {
      'posted acquiring_fee': 1400,
      'posted escrow:p': -50_000,
      'posted settlement_cash': 48_600,
    })
    const back = ledger.settled({ id: '2', gross: kopecks(-50_000), fee: kopecks(0) })
    const all = [ledger.charged(song), paid, ledger.returnDue(song), ledger.refunded(song), back]
    assert.deepEqual(booksAfter(all), {
      'posted acquiring_fee': 1400,
      'posted settlement_cash': -1400,
    })
  })
})

test('an account is known by the name before its owner', () => {
  assert.equal(ledger.accountName('escrow:a:b'), 'escrow')
  assert.equal(ledger.kindOf('escrow:1'), 'liability')
  assert.equal(ledger.kindOf('settlement_cash'), 'asset')
  assert.equal(ledger.kindOf('commission_tip'), 'income')
  assert.equal(ledger.kindOf('loss'), 'expense')
})
