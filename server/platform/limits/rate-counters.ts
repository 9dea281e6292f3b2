import { createHmac } from 'node:crypto'
import { sql as raw } from 'kysely'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { keepConnected } from '../db/keep-connected.ts'
import type { Sql } from '../db/open.ts'
import { connectRedis } from '../db/redis.ts'
import type { Log } from '../lifecycle/log.ts'

/** What counts the tries of a secret; `giveBack`: it was right. */
export type SecretTries = { spend(): Promise<void>; giveBack(): Promise<void> }

/** How often something may be done, for each key. */
export type Rate = { readonly points: number; readonly seconds: number }

/** Counts the points spent of a rate in its time window, which begins with the first point. */
export type Allowances = {
  /** Spends one point of the key, or returns one (-1): 0, or the milliseconds until there are points again. A key belongs to one rate. */
  spend(key: string, rate: Rate, points?: 1 | -1): Promise<number>
}

/** One limiter for each rate, created on first use. */
function allowancesOf(makeLimiter: (rate: Rate) => RateLimiterAbstract): Allowances {
  const limiters = new Map<string, RateLimiterAbstract>()

  function limiterOf(rate: Rate): RateLimiterAbstract {
    const name = `${rate.points}/${rate.seconds}`
    const limiter = limiters.get(name) ?? makeLimiter(rate)
    limiters.set(name, limiter)
    return limiter
  }

  return {
    async spend(key, rate, points = 1) {
      const limiter = limiterOf(rate)
      try {
        if (points > 0) await limiter.consume(key)
        else await giveBack(limiter, key)
        return 0
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        return Math.max(1, error.msBeforeNext)
      }
    },
  }
}

/** Also where no points were left: `consume` would return nothing then, and refuse from memory until the window ends. */
async function giveBack(limiter: RateLimiterAbstract, key: string): Promise<void> {
  const { remainingPoints } = await limiter.reward(key)
  if (remainingPoints > 0 && limiter instanceof RateLimiterRedis) limiter.deleteInMemoryBlockedAll()
}

/** Counts for this process alone. */
export function memoryAllowances(): Allowances {
  return allowancesOf(({ points, seconds }) => new RateLimiterMemory({ points, duration: seconds }))
}

/**
 * Replaces a key where others could read it: no name and no address. There are few enough addresses to try them all,
 * which is useless without the secret.
 */
export function digestOf(key: string, secret: string): string {
  return createHmac('sha256', secret).update(key).digest('base64url')
}

/**
 * Spends points or returns them; gives the number of points spent in this window and the milliseconds to its end, by
 * the database's clock. Inside a transaction the others of this key wait for its end.
 */
export async function spendPoints(
  sql: Sql,
  key: string,
  { seconds, points }: Rate,
): Promise<{ spent: number; waitMs: number }> {
  const end = raw<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
  const over = raw<boolean>`spent_limits.until <= clock_timestamp()`
  const { spent, waitMs } = await sql
    .insertInto('spentLimits')
    .values({ key, spent: Math.max(points, 0), until: end })
    .onConflict((on) =>
      on.column('key').doUpdateSet({
        spent: raw<number>`case when ${over} then ${Math.max(points, 0)}::integer else spent_limits.spent + ${points}::integer end`,
        until: raw<Date>`case when ${over} then ${end} else spent_limits.until end`,
      }),
    )
    .returning([
      'spent',
      raw<number>`(extract(epoch from until - clock_timestamp()) * 1000)::integer`.as('waitMs'),
    ])
    .executeTakeFirstOrThrow()
  return { spent, waitMs }
}

/** Deletes the windows that are over. */
export async function forgetSpent(sql: Sql): Promise<void> {
  await sql
    .deleteFrom('spentLimits')
    .where('until', '<', raw<Date>`clock_timestamp()`)
    .execute()
}

/** More are dropped: each then costs one write to be known again. */
const BLOCKED_MOST = 10_000

/** Counts for all processes on one database, for rare actions: each point is a write. */
export function postgresAllowances({ sql, secret }: { sql: Sql; secret: string }): Allowances {
  const blocked = new Map<string, number>()

  return {
    async spend(key, { points, seconds }, point = 1) {
      const digest = digestOf(key, secret)
      const left = (blocked.get(digest) ?? 0) - performance.now()
      // A flood is refused from memory and writes nothing.
      if (left > 0 && point > 0) return left
      const { spent, waitMs } = await spendPoints(sql, digest, { seconds, points: point })
      if (spent <= points) {
        blocked.delete(digest)
        return 0
      }
      if (point < 0) return 0
      if (blocked.size >= BLOCKED_MOST) blocked.clear()
      blocked.set(digest, performance.now() + waitMs)
      return Math.max(1, waitMs)
    },
  }
}

const SENTENCES = {
  unreachable: 'Redis cannot be reached: each process counts limits by itself until it can',
  lost: 'Redis is lost: each process counts limits by itself until it is back',
  again: 'Redis counts limits for all processes again',
}

/** What the limiter requires of its client. */
type Script = { keys: string[]; arguments: string[] }

/**
 * Counts for all processes of one installation, in Redis or Valkey. While it cannot be reached each process counts the
 * same rates in its own memory: no caller is refused who would not be otherwise, and guessing stays expensive.
 */
export function redisAllowances(deps: {
  url: string
  installation: string
  secret: string
  log: Log
  timeoutMs?: number
}): Allowances & { counted(): boolean; close(): Promise<void> } {
  const { installation, secret, log, ...server } = deps
  const line = keepConnected({
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
      // A key without points is refused from memory until its time comes: a flood sends nothing to Redis.
      inMemoryBlockOnConsumed: points,
      insuranceLimiter: own,
    })
  })

  return {
    spend: (key, rate, points) => allowances.spend(digestOf(key, secret), rate, points),
    counted: () => line.current() !== null,
    close: line.close,
  }
}
