import { RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Allowances, Rate } from './rate-counters.ts'

/** One limiter for each rate, made when it is first needed. */
export function allowancesOf(makeLimiter: (rate: Rate) => RateLimiterAbstract): Allowances {
  const limiters = new Map<string, RateLimiterAbstract>()

  function limiterOf(rate: Rate): RateLimiterAbstract {
    const name = `${rate.points}/${rate.seconds}`
    const limiter = limiters.get(name) ?? makeLimiter(rate)
    limiters.set(name, limiter)
    return limiter
  }

  return {
    async spend(key, rate) {
      try {
        await limiterOf(rate).consume(key)
        return 0
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        return Math.max(1, error.msBeforeNext)
      }
    },
  }
}
