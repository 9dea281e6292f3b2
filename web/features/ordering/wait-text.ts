import type { MyOrder } from '#contract/songs.ts'
import { counted } from '#domain/russian.ts'

/** Minutes; a longer wait is rounded to the half-hour. */
const ROUGH_FROM = 30

/** «примерно 8–15 минут», «примерно час»; null where it cannot be computed. */
export function waitText(wait: MyOrder['waitMinutes']): string | null {
  if (wait === null) return null
  const { from, to } = wait
  if (from === 0) return inNext(to)
  if (to > ROUGH_FROM) return `примерно ${roughly((from + to) / 2)}`
  const minutes = counted(to, 'минуту', 'минуты', 'минут')
  return from === to ? `примерно ${minutes}` : `примерно ${from}–${minutes}`
}

/** «примерно через 8–15 минут», «примерно через час»: before the order is made. */
export function waitAheadText(wait: MyOrder['waitMinutes']): string | null {
  if (wait === null) return null
  const { from, to } = wait
  if (from === 0) return inNext(to)
  if (to > ROUGH_FROM) return `примерно через ${roughly((from + to) / 2)}`
  const minutes = counted(to, 'минуту', 'минуты', 'минут')
  return from === to ? `примерно через ${minutes}` : `примерно через ${from}–${minutes}`
}

function inNext(minutes: number): string {
  if (minutes === 1) return 'в ближайшую минуту'
  return `в ближайшие ${counted(minutes, 'минуту', 'минуты', 'минут')}`
}

function roughly(minutes: number): string {
  const halves = Math.max(1, Math.round(minutes / 30))
  if (halves === 1) return 'полчаса'
  if (halves === 2) return 'час'
  if (halves === 3) return 'полтора часа'
  return counted(Math.round(halves / 2), 'час', 'часа', 'часов')
}
