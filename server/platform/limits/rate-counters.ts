import { createHmac } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'

/** How often something may be done, for each key. */
export type Rate = { readonly points: number; readonly seconds: number }

/** Counts what is spent of a rate in its window of time, which begins with the first point. */
export type Allowances = {
  /** Spends one point of the key: 0, or the milliseconds until there are points again. A key goes with one rate. */
  spend(key: string, rate: Rate): Promise<number>
}

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

/** Of this process alone. */
export function memoryAllowances(): Allowances {
  return allowancesOf(({ points, seconds }) => new RateLimiterMemory({ points, duration: seconds }))
}

/**
 * What stands for a key where others could read it: no name and no address. There are few enough addresses
 * to try them all, which helps nobody who has not the secret.
 */
export function digestOf(key: string, secret: string): string {
  return createHmac('sha256', secret).update(key).digest('base64url')
}
