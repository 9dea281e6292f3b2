import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { keepOpen } from '../db/kept-open.ts'
import { connectRedis } from '../db/redis.ts'
import type { Log } from '../lifecycle/log.ts'
import type { Allowances } from './rate-counters.ts'
import { allowancesOf, digestOf } from './rate-counters.ts'

const SENTENCES = {
  unreachable: 'Redis cannot be reached: each process counts limits by itself until it can',
  lost: 'Redis is lost: each process counts limits by itself until it is back',
  again: 'Redis counts limits for all processes again',
}

/** What the limiter asks of its client. */
type Script = { keys: string[]; arguments: string[] }

/**
 * Of all processes of one installation, in Redis or Valkey. While it cannot be reached each process counts the
 * same rates in its own memory: nobody is refused who would not be, and guessing stays dear.
 */
export function redisAllowances(deps: {
  url: string
  installation: string
  secret: string
  log: Log
  patienceMs?: number
}): Allowances & { counted(): boolean; close(): Promise<void> } {
  const { installation, secret, log, ...server } = deps
  const line = keepOpen({
    open: () => connectRedis({ ...server, name: 'bis-limits' }),
    log,
    sentences: SENTENCES,
  })
  const storeClient = {
    async eval(script: string, given: Script): Promise<unknown> {
      const redis = line.current()
      if (redis === null) throw new Error('Redis is not there')
      return redis.answered(redis.client.eval(script, given))
    },
  }

  const allowances = allowancesOf(({ points, seconds }) => {
    const own = new RateLimiterMemory({ points, duration: seconds })
    return new RateLimiterRedis({
      storeClient,
      useRedisPackage: true,
      points,
      duration: seconds,
      keyPrefix: `bis:${installation}:limit`,
      // Whoever has no points left is refused from memory until his time comes: a flood asks Redis nothing.
      inMemoryBlockOnConsumed: points,
      insuranceLimiter: own,
    })
  })

  return {
    spend: (key, rate) => allowances.spend(digestOf(key, secret), rate),
    counted: () => line.current() !== null,
    close: line.close,
  }
}
