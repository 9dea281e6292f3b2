import assert from 'node:assert/strict'
import type { Bill } from '../model.ts'
import type { ReadLines, SeenMoney } from './read.ts'

/**
 * Checks that the ledger has every kopeck of a payment where its state says: held, in escrow, earned less the exact
 * commission, owed back, or nowhere; and what a chargeback took is in dispute, or where the operator has put it.
 */
export function checkBooks(payment: SeenMoney, lines: ReadLines, bill: Bill | undefined): void {
  const sums = new Map(Object.entries(expected(payment)))
  for (const [account, amount] of Object.entries(disputed(payment, bill?.dispute)))
    sums.set(account, (sums.get(account) ?? 0) + amount)
  const nonZero = [...sums].filter(([, amount]) => amount !== 0)
  assert.deepEqual({ ...lines }, Object.fromEntries(nonZero), 'the ledger and the state disagree')
}

function disputed(payment: SeenMoney, ended?: Bill['dispute']): ReadLines {
  const { ours = 0, artists = 0, returned = 0 } = ended ?? {}
  const commission = commissionOf(payment, artists)
  return {
    'posted acq_receivable': returned - payment.disputed,
    'posted disputed': payment.disputed - ours - artists - returned,
    'posted loss': ours,
    'posted artist_payable': artists - commission,
    [`posted commission_${payment.kind}`]: commission,
  }
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
        : {
            ...earned(payment),
            'posted acq_receivable': amount - payment.lost,
            'posted loss': payment.lost,
          }
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

/** Splits the whole amount that the listener pays between the musician and our commission, to the kopeck. */
function earned({ kind, amount, bps }: SeenMoney): ReadLines {
  assert.equal(bps, { song: 1000, tip: 500, check: 1000 }[kind])
  const commission = commissionOf({ bps }, amount)
  const whose = kind === 'check' ? 'posted check' : 'posted artist_payable'
  return { [whose]: commission - amount, [`posted commission_${kind}`]: -commission }
}

function commissionOf({ bps }: Pick<SeenMoney, 'bps'>, amount: number): number {
  return Math.floor((amount * bps) / 10_000)
}

/** The artist's net part of the payment, or of a part of it. */
export function netOf(payment: SeenMoney, amount = payment.amount): number {
  return amount - commissionOf(payment, amount)
}

/** The net amount that disputes of these payments have cost their artist. */
export function chargedOf(payments: readonly SeenMoney[], bills: readonly Bill[]): number {
  const artists = new Map(bills.map(({ id, dispute }) => [id, dispute.artists]))
  return payments.reduce((sum, one) => sum + netOf(one, artists.get(one.id) ?? 0), 0)
}
