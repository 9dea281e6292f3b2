import type { Kopecks } from '../money.ts'
import { formatRubles, kopecks } from '../money.ts'
import { MIN_PAYOUT_RUBLES, TOO_LITTLE_TEXT } from '../payments/payout.ts'
import { Refusal } from '../refusal.ts'
import { dayAndMonth } from '../russian.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import type { Role } from './operators.ts'

/** How long a deleted account can come back by a login. */
const LEAVING_DAYS = 14
export const LEAVING_MS = LEAVING_DAYS * DAY_MS

/** How long a copy of an account's data can be downloaded; another one is made after that. */
export const COPY_MS = 24 * HOUR_MS

/** What an account holds when its owner wants to delete it. Kopecks. */
export type Leaving = {
  readonly role: Role
  /** Since when it is already deleted. */
  readonly closingAt: Date | null
  readonly running: boolean
  readonly available: Kopecks
  readonly debt: Kopecks
  readonly disputed: Kopecks
  readonly payoutUnderWay: boolean
}

/** Why an account cannot be deleted now, in words for its owner; null where it can. Money that is available is paid out first. */
export function leavingFault(account: Leaving): string | null {
  if (account.role !== 'ARTIST')
    return 'Вы оператор. Сначала пусть администратор заберёт у вас роль.'
  if (account.closingAt !== null)
    return `Аккаунт уже удалён. Ещё ${LEAVING_DAYS} дней после этого владелец может вернуть его: для этого нужно войти.`
  if (account.running) return 'Идёт концерт. Сначала закончите его.'
  if (account.debt > 0)
    return `У вас долг ${formatRubles(account.debt)}. Удалить аккаунт можно, когда он будет закрыт. Напишите в поддержку.`
  if (account.disputed > 0)
    return `Слушатель оспорил платёж: ${formatRubles(account.disputed)} ждут решения банка. Удалить аккаунт можно после него.`
  if (account.payoutUnderWay) return 'Выплата ещё в пути. Удалить аккаунт можно, когда она придёт.'
  return null
}

/** Refuses ILLEGAL_STEP with why an account cannot be deleted now. */
export function admitLeaving(account: Leaving): void {
  const fault = leavingFault(account)
  if (fault !== null) throw new Refusal('ILLEGAL_STEP', fault)
}

/** What of an available balance is not paid out before `until`. */
export type InReserve = { readonly amount: Kopecks; readonly until: Date }

type Clock = { readonly zone: string; readonly now: Date }

const isTooLittle = (amount: Kopecks) => amount < MIN_PAYOUT_RUBLES * 100

/** What happens to a reserve once its account is deleted, in words for the owner. */
export function leftReserveText({ amount, until }: InReserve, { zone, now }: Clock): string {
  if (isTooLittle(amount))
    return `${formatRubles(amount)} из резерва не выплатим: это меньше наименьшей выплаты.`
  return `${formatRubles(amount)} в резерве до ${dayAndMonth(until, zone, now)}: тогда уйдут на номер, а до этого данные не сотрём.`
}

/** What happens to an available balance when its account is deleted, in words for the owner. */
export function leavingMoneyText(
  available: Kopecks,
  reserve: InReserve | null,
  clock: Clock,
): string {
  if (isTooLittle(available)) return `${TOO_LITTLE_TEXT}, поэтому их не выплатим.`
  if (reserve === null) return 'Выплатим до удаления.'
  const first = kopecks(available - reserve.amount)
  // Too little for a payout of its own, it goes out with the reserve.
  if (isTooLittle(first)) return leftReserveText({ ...reserve, amount: available }, clock)
  return `${formatRubles(first)} выплатим до удаления. ${leftReserveText(reserve, clock)}`
}
