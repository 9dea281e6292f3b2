import type { Posting } from './ledger.ts'
import { payoutCompleted, payoutCorrected, payoutRejected } from './payout-postings.ts'
import type { PayoutMoney } from './payout-postings.ts'
import { formatRubles, kopecks } from '../money.ts'
import type { Kopecks } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { counted, dayAndClock } from '../russian.ts'
import { DAY_MS, moscowDay } from '../time.ts'

/**
 * The states of money on its way to a phone. `reserved`: taken from the balance, without an answer of the bank yet;
 * `initiated`: the bank has it and moves nothing; `sent`: the bank was told to pay; `completed`, `rejected`: the bank's
 * final answer. A payout that the bank gave up without paying is `reserved` again.
 */
export const PAYOUT_STATES = ['reserved', 'initiated', 'sent', 'completed', 'rejected'] as const
export type PayoutState = (typeof PAYOUT_STATES)[number]

/**
 * The allowed transitions, and no others: only a definite answer of the bank ends a payout, or an operator who saw in its
 * cabinet that it was paid before a restore.
 */
export const PAYOUT_TRANSITIONS: Record<PayoutState, readonly PayoutState[]> = {
  reserved: ['initiated', 'completed', 'rejected'],
  initiated: ['reserved', 'sent', 'completed', 'rejected'],
  sent: ['reserved', 'completed', 'rejected'],
  completed: [],
  rejected: [],
}

/**
 * The bank's states of a payout. `waiting`: nothing to do but to look again; `known`: the bank can be told to pay;
 * `busy`: it pays. The last three are final and moved no money: `rejected` by the recipient's side; `failed` by a fault
 * of the bank; `unexplained`: one of the two, or it was not told to pay in time.
 */
export const BANK_PAYOUT_STATES = [
  'waiting',
  'known',
  'busy',
  'completed',
  'rejected',
  'failed',
  'unexplained',
] as const
export type BankPayoutState = (typeof BANK_PAYOUT_STATES)[number]

export type PayoutLook = {
  readonly bankPayoutId: string
  readonly state: BankPayoutState
  readonly amount: Kopecks
  /** The bank's fee for it, kopecks. */
  readonly fee: Kopecks
}

/** The bank rejects a payout that it was not told to pay within this time after the preparation. */
const PREPARED_MS = 180_000
/** An order to pay that is sent later than this could reach the bank too late. */
const LAST_ORDER_MS = 120_000

export type Payout = {
  readonly id: string
  readonly amount: Kopecks
  readonly source: PayoutMoney['source']
  readonly state: PayoutState
  readonly bankPayoutId: string | null
  /** When the bank registered it, by our clock. */
  readonly preparedAt: Date | null
  /** When the bank was first told to pay; null where it was not, or refused the order. */
  readonly payRequestedAt: Date | null
}

export type PayoutDecision = { readonly payout: Payout; readonly postings: readonly Posting[] }

function transition(
  payout: Payout,
  state: PayoutState,
  change: Partial<Payout>,
  postings: readonly Posting[],
): PayoutDecision {
  if (!PAYOUT_TRANSITIONS[payout.state].includes(state))
    throw new RangeError(`A payout cannot go from ${payout.state} to ${state}`)
  return { payout: { ...payout, ...change, state }, postings }
}

/** The bank has registered it: from here on `bankPayoutId` is its only id there. */
export function initiated(payout: Payout, bankPayoutId: string, now: Date): PayoutDecision {
  if (payout.state !== 'reserved') return { payout, postings: [] }
  return transition(payout, 'initiated', { bankPayoutId, preparedAt: now }, [])
}

/** Whether the preparation is too old to be paid. The bank was never told to pay it, so making another costs nothing. */
export function preparedTooLongAgo(
  { state, preparedAt, payRequestedAt }: Payout,
  now: Date,
): boolean {
  if (state !== 'initiated' || payRequestedAt !== null || preparedAt === null) return false
  return now.getTime() - preparedAt.getTime() > LAST_ORDER_MS
}

/** Starts a new preparation: the money stays in flight, and the old one at the bank will never be paid. */
export function prepareAgain(payout: Payout): PayoutDecision {
  return transition(
    payout,
    'reserved',
    { bankPayoutId: null, preparedAt: null, payRequestedAt: null },
    [],
  )
}

/** The bank refuses it at once: nothing was sent, the money returns to its source. */
export function refusedAtOnce(payout: Payout): PayoutDecision {
  if (payout.state !== 'reserved') return { payout, postings: [] }
  return transition(payout, 'rejected', {}, [payoutRejected(payout)])
}

/**
 * The bank had paid `amount` for it before our database was turned back. What exceeds our sum comes out of the
 * `available` balance, then is the artist's debt. Refuses ILLEGAL_STEP unless it still waits for the bank, and for
 * another sum than a check's.
 */
export function paidBeforeRestore(
  payout: Payout,
  { amount, available }: { readonly amount: Kopecks; readonly available: Kopecks },
): PayoutDecision {
  const isCheck = payout.source.startsWith('check:')
  if (payout.state !== 'reserved' || (isCheck && amount !== payout.amount))
    throw new Refusal('ILLEGAL_STEP', 'Эту выплату так закрыть нельзя')
  const more = kopecks(amount - payout.amount)
  const debt = kopecks(Math.max(0, more - available))
  const { payout: paid, postings } = transition(payout, 'completed', { amount }, [])
  const corrected = more === 0 ? [] : [payoutCorrected(payout, { more, debt })]
  return { payout: paid, postings: [...postings, ...corrected, payoutCompleted(paid, kopecks(0))] }
}

/** Applies a look at the bank at `now` to a payout. The same look twice changes nothing. */
export function applyPayoutLook(payout: Payout, look: PayoutLook, now: Date): PayoutDecision {
  const over = payout.state === 'completed' || payout.state === 'rejected'
  if (over || payout.state === 'reserved' || look.amount !== payout.amount)
    return { payout, postings: [] }
  // Of an earlier preparation.
  if (payout.bankPayoutId !== null && look.bankPayoutId !== payout.bankPayoutId)
    return { payout, postings: [] }
  if (look.state === 'completed')
    return transition(payout, 'completed', {}, [payoutCompleted(payout, look.fee)])
  if (look.state === 'failed' || (look.state === 'unexplained' && preparationExpired(payout, now)))
    return prepareAgain(payout)
  if (look.state === 'rejected' || look.state === 'unexplained')
    return transition(payout, 'rejected', {}, [payoutRejected(payout)])
  if (look.state === 'busy' && payout.state === 'initiated')
    return transition(payout, 'sent', {}, [])
  return { payout, postings: [] }
}

/** Whether the bank may have rejected it only because it was not told to pay in time. */
function preparationExpired({ state, preparedAt, payRequestedAt }: Payout, now: Date): boolean {
  if (state !== 'initiated') return false
  return (
    payRequestedAt === null ||
    preparedAt === null ||
    now.getTime() - preparedAt.getTime() >= PREPARED_MS
  )
}

/** The smallest and the largest single payout over SBP. */
export const MIN_PAYOUT_RUBLES = 10
export const MAX_PAYOUT_RUBLES = 500_000
export const TOO_LITTLE_TEXT = `Вывести можно от ${formatRubles(kopecks(MIN_PAYOUT_RUBLES * 100))}`

/** Hours in which nothing is paid to a changed number, so that its owner can undo the change. */
export const NUMBER_HOLD_HOURS = 24

/**
 * Returns until when nothing is paid to a number that is set at `at`; null where there is nothing to protect: no number
 * before it took payouts, and nothing was earned.
 */
export function numberHeldUntil(
  before: { readonly checked: boolean; readonly held: boolean; readonly earned: boolean },
  at: Date,
  holdMs: number,
): Date | null {
  const guards = before.checked || before.held || before.earned
  return guards && holdMs > 0 ? new Date(at.getTime() + holdMs) : null
}

/** The text for an artist whose number for payouts is not checked, or not given. */
export const numberNeededText = (given: boolean) =>
  `Сначала ${given ? '' : 'укажите и '}проверьте номер для выплат`

/** The text for an artist whose payouts an operator has frozen. */
export const FROZEN_TEXT = 'Выплаты заморожены до решения поддержки. Деньги остаются на балансе.'

/** The text why nothing is paid before `until`, in the local time of `zone`. */
export function numberHeldText(until: Date, zone: string, now: Date): string {
  return `Номер для выплат указан недавно, поэтому деньги пока копятся на балансе. Выплаты на него начнутся ${dayAndClock(until, zone, now)}.`
}

/** The text why nothing is paid before `until` after a change of what proves the owner of the account. */
function accountRestText(until: Date, zone: string, now: Date): string {
  return `Вход на вашу страницу недавно менялся, поэтому деньги пока копятся на балансе. Выплаты начнутся ${dayAndClock(until, zone, now)}.`
}

/** The recipient of a number's money, as the bank names him, and whether the artist has confirmed that. */
type Recipient = { readonly name: string; readonly confirmed: boolean }

/** The text why nothing is paid before the artist has confirmed `name`. */
export function recipientText(name: string): string {
  return `По номеру для выплат банк называет получателя «${name}». Подтвердите, что это вы, и деньги уйдут.`
}

/** A share of the credits of the last `days` stays on the artist's balance, in case listeners dispute them. */
export type ReserveTerms = { readonly percent: number; readonly days: number }

/** Returns since when credits count for the reserve at `now`; null where there is none. */
export function reserveSince(terms: ReserveTerms | null, now: Date): Date | null {
  return terms === null ? null : new Date(now.getTime() - terms.days * DAY_MS)
}

/** Returns the reserve in kopecks: a share of what was credited since then, rounded up, never more than is available. */
export function reserveOf(
  terms: ReserveTerms | null,
  { available, credited }: { readonly available: number; readonly credited: number },
): Kopecks {
  const share = Math.ceil((credited * (terms?.percent ?? 0)) / 100)
  return kopecks(Math.max(0, Math.min(available, share)))
}

/** The text for an artist about his reserve (kopecks); `until`: when the last of it is released. */
export function reserveText(
  amount: Kopecks,
  { percent, days, until }: ReserveTerms & { readonly until: Date },
  { zone, now }: { readonly zone: string; readonly now: Date },
): string {
  const terms = `${percent}\u00A0% зачисленного за ${counted(days, 'день', 'дня', 'дней')}`
  return `Из доступного ${formatRubles(amount)} пока остаются на балансе: это резерв на случай споров с банком, ${terms}. Без новых зачислений он освободится до ${dayAndClock(until, zone, now)}.`
}

/** The text for an artist about money (kopecks) whose dispute is open. */
export function disputedText(amount: Kopecks): string {
  return `Из доступного ${formatRubles(amount)} пока остаются на балансе: слушатель оспорил платёж в банке. Когда спор закончится, они освободятся или вернутся слушателю.`
}

/**
 * Returns how much of the available money is paid out at `now`. Refuses NUMBER_NOT_SET where the number was not checked
 * or its recipient not confirmed, NUMBER_HELD where it or the account was changed recently, and NOTHING_TO_PAY below the minimum.
 */
export function payoutOf(
  available: Kopecks,
  number: {
    readonly checked: boolean
    /** A telephone and a bank are stored. */
    readonly given?: boolean
    readonly heldUntil: Date | null
    /** Of the whole account; without it nothing rests. */
    readonly restUntil?: Date | null
    /** Null where the bank has named no recipient. */
    readonly recipient: Recipient | null
  },
  { now, zone = 'Europe/Moscow' }: { readonly now: Date; readonly zone?: string },
): Kopecks {
  if (!number.checked) throw new Refusal('NUMBER_NOT_SET', numberNeededText(number.given === true))
  const { heldUntil, restUntil = null, recipient } = number
  if (recipient?.confirmed === false)
    throw new Refusal('NUMBER_NOT_SET', recipientText(recipient.name))
  const restsLonger = (restUntil?.getTime() ?? 0) > (heldUntil?.getTime() ?? 0)
  if (restsLonger) refuseBefore(restUntil, now, (until) => accountRestText(until, zone, now))
  else refuseBefore(heldUntil, now, (until) => numberHeldText(until, zone, now))
  if (available < MIN_PAYOUT_RUBLES * 100) throw new Refusal('NOTHING_TO_PAY', TOO_LITTLE_TEXT)
  return kopecks(Math.min(available, MAX_PAYOUT_RUBLES * 100))
}

function refuseBefore(until: Date | null, now: Date, textOf: (until: Date) => string): void {
  if (until !== null && until > now)
    throw new Refusal('NUMBER_HELD', textOf(until), undefined, {
      retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1000),
    })
}

/** Why nothing is paid out to an artist in debt (kopecks). */
export function debtText(debt: Kopecks): string {
  return `Из следующих зачислений удержим ${formatRubles(debt)}: эти деньги уже вернулись слушателям. Выплаты подождут.`
}

/**
 * Why payouts are not sent. `contract`: the bank makes no payouts for us; `registry`: the bank's registries of more
 * than `REGISTRY_DAYS` are not booked; `settlement`: they are, and the bank's money comes next.
 */
export type PayoutsWaitFor = 'contract' | 'registry' | 'settlement'

/** A day of the bank is booked the next morning; a delay of one more day is normal. */
const REGISTRY_DAYS = 2

/** `settledDay`: the last day (YYYY-MM-DD) whose registry is booked, or that of the first payment; null before it. */
export function waitFor(settledDay: string | null, now: Date): PayoutsWaitFor {
  const late = moscowDay(new Date(now.getTime() - REGISTRY_DAYS * DAY_MS))
  return settledDay !== null && settledDay < late ? 'registry' : 'settlement'
}

/** The text for a musician whose money waits. */
export const WAIT_TEXTS: Readonly<Record<PayoutsWaitFor, string>> = {
  contract: 'Выплаты пока не подключены. Деньги остаются на балансе.',
  registry:
    'Мы ещё не получили от банка отчёт о деньгах слушателей. Когда получим, выплата уйдёт сама.',
  settlement:
    'Деньги слушателей ещё идут к нам из банка. Выплата уйдёт сама, обычно на следующий день.',
}

/** The text for a musician while the money of a restored database is compared with the bank. */
export const RESTORED_TEXT =
  'Мы восстановили данные из резервной копии и сверяем деньги с банком, поэтому выплаты пока стоят. Ваши деньги на месте: когда сверим, выплаты пойдут снова.'

/** The banks that take payouts by phone, by their member id in the fast payment system. */
export const PAYOUT_BANKS: Readonly<Record<string, string>> = {
  '100000000111': 'Сбербанк',
  '100000000004': 'Т-Банк',
  '100000000008': 'Альфа-Банк',
  '100000000005': 'ВТБ',
  '100000000007': 'Райффайзенбанк',
  '100000000016': 'Почта Банк',
  '100000000029': 'Банк Санкт-Петербург',
  '100000000020': 'Россельхозбанк',
  '100000000001': 'Газпромбанк',
  '100000000013': 'Совкомбанк',
  '100000000284': 'Точка',
  '100000000301': 'Рокетбанк',
  '100000000022': 'ЮMoney',
}

/** «+7 … 45 67, Сбербанк», with non-breaking spaces: enough for its owner to identify it. Null where there is none. */
export function numberText(number: {
  readonly phone: string | null
  readonly sbpBankId: string | null
}): string | null {
  const { phone, sbpBankId } = number
  if (phone === null) return null
  const masked = `+7\u00A0…\u00A0${phone.slice(-4, -2)}\u00A0${phone.slice(-2)}`
  const bank = sbpBankId === null ? '' : `, ${PAYOUT_BANKS[sbpBankId] ?? sbpBankId}`
  return `${masked}${bank}`
}
