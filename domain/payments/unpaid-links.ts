import { LINK_LIFE_MINUTES } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { SECOND_MS } from '../time.ts'
import type { BankState, Payment, PaymentState } from './payment.ts'

/** The states of a payment of which no money is booked. */
export const NOTHING_PAID: ReadonlySet<PaymentState> = new Set([
  'created',
  'awaiting',
  'failed',
  'expired',
  'canceled',
])

/** The bank's states in which there is money to see to. */
const HAS_MONEY: ReadonlySet<BankState | null> = new Set([
  'held',
  'charged',
  'refunding',
  'part_held',
  'part_refunded',
])

/**
 * Whether all that is known of a payment is a page that nobody has paid, open or closed. Anybody makes such for nothing,
 * so questions about them come after all other work and have a budget.
 */
export function isUnpaidLink({ state, bankState }: Pick<Payment, 'state' | 'bankState'>): boolean {
  return NOTHING_PAID.has(state) && !HAS_MONEY.has(bankState)
}

/** Whose open pages are counted: the device's tips, or its orders in one concert; all of a network; all for an artist. */
const PAYERS = ['device', 'network', 'artist'] as const
export type Payer = (typeof PAYERS)[number]

/** How many pages are open, and when the first of them closes; null: none is. */
export type OpenPages = { readonly count: number; readonly firstEnd: Date | null }

/**
 * How many pages may be open. Of ten thousand listeners of one artist who all act within a minute one in ten tips and
 * one in twenty orders: 1500. The limit of a network depends on the hall (`HALL`).
 */
export const OPEN_PAGES_MOST = { device: 5, artist: 2000 } as const

const OTHER_NETWORK = 'Подождите несколько минут или заплатите через мобильный интернет.'

function refusalText(payer: Payer, kind: Payment['kind'], most: number): string {
  if (payer === 'network')
    return `Из этой сети уже открыто много неоплаченных страниц. ${OTHER_NETWORK}`
  if (payer === 'artist')
    return 'Этому музыканту сейчас платят слишком многие. Повторите через несколько минут.'
  const what = kind === 'tip' ? 'неоплаченных благодарностей' : 'неоплаченных заказов'
  return `У вас уже ${most} ${what}. Оплатите их или подождите ${LINK_LIFE_MINUTES} минут.`
}

/** Refuses TOO_MANY for one page more than the limit, until the first of them closes: unpaid links are cheap to make. */
export function admitPage(
  kind: Payment['kind'],
  open: Readonly<Record<Payer, OpenPages>>,
  most: Readonly<Record<Payer, number>>,
  now: Date,
): void {
  for (const payer of PAYERS) {
    const { count, firstEnd } = open[payer]
    if (count < most[payer]) continue
    const waitMs = (firstEnd ?? now).getTime() - now.getTime()
    throw new Refusal('TOO_MANY', refusalText(payer, kind, most[payer]), undefined, {
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / SECOND_MS)),
    })
  }
}
