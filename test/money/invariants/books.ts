import assert from 'node:assert/strict'
import type { ReadLines, SeenMoney } from './read.ts'

/** Every kopeck of a payment lies where its state says: held, in escrow, earned less the exact commission, owed back, or nowhere. */
export function checkBooks(payment: SeenMoney, lines: ReadLines): void {
  assert.deepEqual({ ...lines }, expected(payment), 'the ledger and the state disagree')
}

function expected(payment: SeenMoney): ReadLines {
  const { state, funds, amount } = payment
  const layer = funds === 'hold' ? 'pending' : 'posted'
  const bank = { [`${layer} acq_receivable`]: amount }
  switch (state) {
    case 'secured':
    case 'releasing':
      return payment.kind === 'check'
        ? { ...bank, ...earned(payment) }
        : { ...bank, [`${layer} escrow`]: -amount }
    case 'released':
      return funds === 'none'
        ? { 'posted loss': amount, ...earned(payment) }
        : { ...bank, ...earned(payment) }
    case 'returning':
      return { ...bank, [funds === 'hold' ? 'pending escrow' : 'posted refund_due']: -amount }
    case 'created':
    case 'awaiting':
    case 'returned':
    case 'failed':
    case 'expired':
    case 'canceled':
      break
  }
  return {}
}

/** What the listener pays in whole is the musician's and ours, to the kopeck. */
function earned({ kind, amount, bps }: SeenMoney): ReadLines {
  assert.equal(bps, { song: 1000, tip: 500, check: 1000 }[kind])
  const commission = Math.floor((amount * bps) / 10_000)
  const whose = kind === 'check' ? 'posted check' : 'posted artist_payable'
  return { [whose]: commission - amount, [`posted commission_${kind}`]: -commission }
}

/** What an artist gets of it. */
export function netOf({ amount, bps }: SeenMoney): number {
  return amount - Math.floor((amount * bps) / 10_000)
}
