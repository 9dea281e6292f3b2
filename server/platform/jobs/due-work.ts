import type { Sql } from '../db/open.ts'
import { inTransaction } from '../db/tx.ts'
import type { Bus } from '#packages/live-broadcast/bus.ts'

/** Longer than the requests of one run take: a process that still has the lease then has crashed. */
const LEASE_MS = 60_000

/**
 * Work on rows that become due. One process at a time works on a row, under a lease, and the other side is never called
 * inside a transaction.
 */
export type DueWork<Task, Answer, Result> = {
  /** In a transaction: takes the lease; null where the row is not due or leased. `task` null: there is nothing to ask, and the lease is free again. */
  claim(
    sql: Sql,
    id: string,
    lease: { readonly now: Date; readonly until: Date },
  ): Promise<{ readonly task: Task | null; readonly result: Result } | null>
  /** Outside of any transaction. */
  ask(task: Task): Promise<Answer>
  /** In a transaction: saves the answer, frees the lease and sets when the row is due again. */
  settle(sql: Sql, task: Task, answer: Answer, now: Date): Promise<Result>
}

/** One run on one row; null where there was none. A process that crashes in it leaves its lease. */
export async function runDueWork<Task, Answer, Result>(
  ctx: { readonly sql: Sql; readonly now: () => Date },
  work: DueWork<Task, Answer, Result>,
  id: string,
): Promise<Result | null> {
  const claimed = await inTransaction(ctx.sql, (sql) => {
    const now = ctx.now()
    return work.claim(sql, id, { now, until: new Date(now.getTime() + LEASE_MS) })
  })
  if (claimed === null) return null
  const { task } = claimed
  if (task === null) return claimed.result
  const answer = await work.ask(task)
  return inTransaction(ctx.sql, (sql) => work.settle(sql, task, answer, ctx.now()))
}

/** When to retry after `tries` that came to nothing, from 0; the last of the delays (ms) repeats. */
export function retryAt(delays: readonly number[], tries: number, now: Date): Date {
  return new Date(now.getTime() + (delays[Math.min(tries, delays.length - 1)] ?? 0))
}

/** A piece of due work; `run` returns how much it did, 0 where it was not due any more. */
export type DueJob = { readonly id: string; run(): Promise<number> }

const AT_ONCE = 4

/**
 * Runs what is due until nothing is, and returns how much was done. Any number of processes may do so at once. A job
 * that fails or does nothing is not retried in this call and delays no other.
 * @throws AggregateError after the last of them, with what failed.
 */
export async function runAllDue(
  dueJobs: (except: ReadonlySet<string>) => Promise<readonly DueJob[]>,
  stopping?: AbortSignal,
  atOnce = AT_ONCE,
): Promise<number> {
  const failures: unknown[] = []
  const except = new Set<string>()
  let done = 0
  // A process that shuts down starts no job: another one takes those without a lease.
  const mayBegin = () => stopping?.aborted !== true
  const runJob = async ({ id, run }: DueJob) => {
    try {
      const did = await run()
      if (did === 0) except.add(id)
      done += did
    } catch (error) {
      failures.push(error)
      except.add(id)
    }
  }
  while (mayBegin()) {
    const jobs = [...(await dueJobs(except))]
    if (jobs.length === 0) break
    const worker = async () => {
      for (let job = jobs.shift(); job !== undefined; job = jobs.shift())
        if (mayBegin()) await runJob(job)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some due work failed')
  return done
}

/** Lets a call wait for the end of a run on a row by another call or another process. */
export function makeRunNotifier(bus: Bus, topic: string) {
  const watchers = new Map<string, Set<() => void>>()
  const notify = (id: string) => {
    for (const resolve of watchers.get(id) ?? []) resolve()
  }
  bus.subscribe(topic, notify)
  // A missed message may have been about any of them: the caller reads its row again.
  bus.onGap(() => {
    for (const id of watchers.keys()) notify(id)
  })
  return {
    /** Publishes, after the commit, that a run on this row has ended. */
    ran: (id: string) => bus.publish(topic, id),

    /** Call it before the row is read, so that no end after that is missed. */
    watch(id: string) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const others = watchers.get(id) ?? new Set()
      watchers.set(id, others.add(resolve))
      return {
        /** Resolves at the end of a run, or after `ms`. */
        async within(ms: number): Promise<void> {
          const timer = setTimeout(resolve, ms)
          await promise
          clearTimeout(timer)
        },
        [Symbol.dispose]() {
          resolve()
          others.delete(resolve)
          if (others.size === 0 && watchers.get(id) === others) watchers.delete(id)
        },
      }
    },
  }
}
