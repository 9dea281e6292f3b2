import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Allowances } from './rate-counters.ts'
import { allowancesOf } from './of-limiters.ts'

/** Of this process alone. */
export function memoryAllowances(): Allowances {
  return allowancesOf(({ points, seconds }) => new RateLimiterMemory({ points, duration: seconds }))
}
