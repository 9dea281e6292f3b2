import { checkLine, checkTogether } from '../fields.ts'
import type { Kopecks } from '../money.ts'
import { formatRubles, kopecks, rublesToKopecks } from '../money.ts'
import { Refusal } from '../refusal.ts'

/** The longest title of a goal, in code points. */
export const GOAL_TITLE_MAX = 60
/** Rubles. */
const MIN_GOAL_RUBLES = 100
export const MAX_GOAL_RUBLES = 10_000_000

/** How long it is collected for: over one evening, or until it is reached. */
export const GOAL_SPANS = ['evening', 'reached'] as const

/** `waits`: its evening has not begun; `over`: its evening has ended, and the sum was not reached. */
export const GOAL_STATES = ['waits', 'on', 'reached', 'over'] as const
type GoalState = (typeof GOAL_STATES)[number]

/** What is collected for. */
type GoalTerms = { readonly title: string; readonly amount: Kopecks }
/** `collected`: what listeners gave and did not get back. */
export type GoalSoFar = GoalTerms & { readonly collected: Kopecks }

/** Returns the goal, normalized. Takes kopecks. Refuses VALIDATION at `title` and `amount`. */
export function checkGoal(typed: { readonly title: string; readonly amount: number }): GoalTerms {
  return checkTogether({
    title: () =>
      checkLine(typed.title, {
        field: 'title',
        max: GOAL_TITLE_MAX,
        blank: 'Напишите, на что собираете',
        tooLong: `Цель — не длиннее ${GOAL_TITLE_MAX} символов`,
      }),
    amount: () => checkAmount(kopecks(typed.amount)),
  })
}

function checkAmount(amount: Kopecks): Kopecks {
  const [least, most] = [rublesToKopecks(MIN_GOAL_RUBLES), rublesToKopecks(MAX_GOAL_RUBLES)]
  if (amount < least) throw new Refusal('VALIDATION', `Минимум ${formatRubles(least)}`, 'amount')
  if (amount > most) throw new Refusal('VALIDATION', `Максимум ${formatRubles(most)}`, 'amount')
  return amount
}

/** Whole rubles, rounded down: a goal that lacks a kopeck is not shown as reached. */
const whole = (amount: number): Kopecks => kopecks(amount - (amount % 100))

export const isReached = ({ collected, amount }: { collected: number; amount: number }): boolean =>
  collected >= amount

/** «На новый комбик: 12 400 из 30 000 ₽» */
export function goalText({ title, collected, amount }: GoalShown): string {
  return `${title}: ${collectedText(collected).replace(/\s₽$/u, '')} из ${formatRubles(kopecks(amount))}`
}

/** A goal as it comes over the wire, in kopecks. */
export type GoalShown = {
  readonly title: string
  readonly collected: number
  readonly amount: number
}

/** «12 400 ₽» */
export const collectedText = (collected: number): string => formatRubles(whole(collected))

/** «На новый комбик: собрали! Спасибо каждому из вас» */
export const reachedText = ({ title }: Pick<GoalTerms, 'title'>): string =>
  `${title}: собрали! Спасибо каждому из вас`

type Evening = { readonly startedAt: Date; readonly finishedAt: Date | null }

/** The part of time in which money counts for a goal; null while its evening has not begun. */
export function goalSpan(
  goal: { readonly since: Date; readonly oneEvening: boolean },
  evening: Evening | null,
  now: Date,
): { from: Date; till: Date } | null {
  if (!goal.oneEvening) return { from: goal.since, till: now }
  return evening && { from: evening.startedAt, till: evening.finishedAt ?? now }
}

type GoalFacts = { readonly oneEvening: boolean; readonly reachedAt: Date | null }

/** `evening`: the one of a goal for one evening; null before it began. */
export function goalState(goal: GoalFacts, evening: Evening | null): GoalState {
  if (goal.reachedAt !== null) return 'reached'
  if (!goal.oneEvening) return 'on'
  if (evening === null) return 'waits'
  return evening.finishedAt === null ? 'on' : 'over'
}

/** Whether listeners see it; a reached one stays until the end of the concert in which it was. `running`: the artist's concert. */
export function isGoalShown(
  goal: GoalFacts,
  evening: Evening | null,
  running: Evening | null,
): boolean {
  const state = goalState(goal, evening)
  if (state === 'reached')
    return running !== null && goal.reachedAt !== null && running.startedAt <= goal.reachedAt
  return state === 'on'
}
