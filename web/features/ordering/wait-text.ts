import type { MyOrder } from '#contract/songs.ts'
import { counted } from '#domain/russian.ts'

type Wait = MyOrder['waitMinutes']

/** A range that ends so many times later than it begins says nothing of its beginning. */
const FAR = 4
/** Minutes: where a longer wait begins at this part of its end or later, both are told as one rounded length. */
const ROUGH_FROM = 30
const NEAR = 0.6

/** «примерно 8–15 минут», «примерно час»; null where it cannot be computed. */
export function waitText(wait: Wait): string | null {
  return wait && inWords(wait, 'примерно')
}

/** «примерно через 8–15 минут», «не позже чем через час»: before the order is made. */
export function waitAheadText(wait: Wait): string | null {
  return wait && inWords(wait, 'примерно через', 'не позже чем через')
}

function inWords({ from, to }: NonNullable<Wait>, about: string, within?: string): string {
  const minutes = counted(to, 'минуту', 'минуты', 'минут')
  if (from * FAR < to) {
    if (within !== undefined) return `${within} ${minutes}`
    return to === 1 ? 'в ближайшую минуту' : `в ближайшие ${minutes}`
  }
  if (to > ROUGH_FROM && from >= to * NEAR) return `${about} ${roughly((from + to) / 2)}`
  return from === to ? `${about} ${minutes}` : `${about} ${from}–${minutes}`
}

/** To ten minutes, from an hour on to the half-hour, from two on to the hour. */
function roughly(minutes: number): string {
  const tens = Math.round(minutes / 10)
  if (tens <= 3) return 'полчаса'
  if (tens < 6) return `${tens * 10} минут`
  const halves = Math.round(minutes / 30)
  if (halves === 2) return 'час'
  if (halves === 3) return 'полтора часа'
  return counted(Math.round(minutes / 60), 'час', 'часа', 'часов')
}
