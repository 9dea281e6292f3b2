import { characters, checkLine, checkTogether } from '../fields.ts'
import { kopecks } from '../money.ts'
import type { Kopecks } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { foldedText } from '../russian.ts'

export const MEMBERS_MAX = 20
/** Characters, in code points. */
const MEMBER_NAME_LENGTH = 60
const PART_MAX = 1000

/** A person who gets a part of a concert's earnings: `part` of all shares. */
export type Member = { readonly name: string; readonly part: number }
export type MemberSum = Member & { readonly amount: Kopecks }

/**
 * Returns the typed members, normalized; an empty list: nothing is split. Refuses VALIDATION at `members`,
 * `members.0.name`, `members.0.part` …
 */
export function checkMembers(typed: readonly Member[]): Member[] {
  if (typed.length > MEMBERS_MAX)
    throw new Refusal('VALIDATION', `Участников может быть не больше ${MEMBERS_MAX}`, 'members')
  const taken = new Set<string>()
  const checks = typed.flatMap(({ name, part }, place) => [
    [`${place}.name`, () => checkName(name, `members.${place}.name`, taken)] as const,
    [`${place}.part`, () => checkPart(part, `members.${place}.part`)] as const,
  ])
  const checked = checkTogether<Record<string, string | number>>(Object.fromEntries(checks))
  return typed.map(({ part }, place) => ({ name: String(checked[`${place}.name`]), part }))
}

function checkName(typed: string, field: string, taken: Set<string>): string {
  const name = checkLine(typed, {
    field,
    max: MEMBER_NAME_LENGTH,
    blank: 'Введите имя участника',
    tooLong: `Имя длиннее ${MEMBER_NAME_LENGTH} символов: сейчас ${characters(typed.trim())}`,
  })
  const known = taken.size
  if (taken.add(foldedText(name)).size === known)
    throw new Refusal('VALIDATION', 'Такое имя уже есть: добавьте фамилию', field)
  return name
}

function checkPart(part: number, field: string): number {
  if (Number.isInteger(part) && part >= 1 && part <= PART_MAX) return part
  throw new Refusal('VALIDATION', `Целое число от 1 до ${PART_MAX}`, field)
}

const sharesOf = (members: readonly Member[]) => members.reduce((sum, { part }) => sum + part, 0)

/**
 * Splits a sum by the parts, to the kopeck. The remaining kopecks go, one each, to the members that lose most by
 * rounding, the earlier one first; a negative sum splits as the same positive one.
 */
export function splitAmong(amount: Kopecks, members: readonly Member[]): MemberSum[] {
  const shares = sharesOf(members)
  const sum = Math.abs(amount)
  const exact = members.map(({ part }, place) => {
    const rest = (sum * part) % shares
    return { place, rest, whole: (sum * part - rest) / shares }
  })
  const left = sum - exact.reduce((given, { whole }) => given + whole, 0)
  const nearest = exact.toSorted((a, b) => b.rest - a.rest || a.place - b.place).slice(0, left)
  const raised = new Set(nearest.map(({ place }) => place))
  return exact.map(({ place, whole }) => ({
    ...(members[place] as Member),
    amount: kopecks(Math.sign(amount) * (whole + (raised.has(place) ? 1 : 0))),
  }))
}

/** Returns each member's total over several splits, in the order of first appearance; a name identifies a person. */
export function totalsOf(
  splits: readonly (readonly Omit<MemberSum, 'part'>[])[],
): Omit<MemberSum, 'part'>[] {
  const totals = new Map<string, Omit<MemberSum, 'part'>>()
  for (const { name, amount } of splits.flat()) {
    const before = totals.get(foldedText(name))
    totals.set(foldedText(name), {
      name: before?.name ?? name,
      amount: kopecks((before?.amount ?? 0) + amount),
    })
  }
  return [...totals.values()]
}

/** «33,3 %» of all shares; '' where some part is no number yet. */
export function percentText(part: number, members: readonly Member[]): string {
  const shares = sharesOf(members)
  if (!(part > 0 && shares > 0)) return ''
  const percent = Math.round((part / shares) * 1000) / 10
  return `${String(percent).replace('.', ',')}\u00A0%`
}

/** A concert has its members from its start. Refuses ILLEGAL_STEP before it. */
export function admitSplit(concert: { readonly startedAt: Date | null }): void {
  if (concert.startedAt === null)
    throw new Refusal('ILLEGAL_STEP', 'Доли концерта появятся, когда он начнётся')
}
