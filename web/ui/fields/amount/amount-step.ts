import { readWhole } from '../typed-number.ts'

type AmountLimits = { step: number; min: number; max: number }

/**
 * Returns the sum after one press of «less» (-1) or «more» (1), or undefined at the limit and for a text that is no sum.
 * An empty field counts as nothing: «less» returns undefined, «more» starts at the larger of step and min.
 */
export function stepAmount(
  typed: string,
  direction: -1 | 1,
  { step, min, max }: AmountLimits,
): string | undefined {
  const floor = Math.max(0, min)
  const now = readWhole(typed)
  if (now === null) return direction < 0 ? undefined : String(Math.min(max, Math.max(step, floor)))
  if (Number.isNaN(now)) return undefined
  if (direction < 0 && now <= floor) return undefined
  if (direction > 0 && now >= max) return undefined
  return String(Math.min(max, Math.max(floor, now + direction * step)))
}
