import type { Sql } from '../db/open.ts'
import { inTransaction } from '../db/tx.ts'
import type { Bus } from '#packages/live-broadcast/bus.ts'

/** Longer than the requests of one run take: a process that still has the lease then is dead. */
const LEASE_MS = 60_000

/**
 * Work on rows that become due. A row is worked on by one process at a time, under a lease, and the
 * other side is never asked inside a transaction.
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
  /** In a transaction: writes the answer down, frees the lease and sets when the row is due again. */
  settle(sql: Sql, task: Task, answer: Answer, now: Date): Promise<Result>
}

/** One run on one row; null where there was none. A process that dies in it leaves its lease. */
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

/** When to try again after `tries` that came to nothing, from 0; the last of the delays (ms) repeats. */
export function retryAt(delays: readonly number[], tries: number, now: Date): Date {
  return new Date(now.getTime() + (delays[Math.min(tries, delays.length - 1)] ?? 0))
}

/** A piece of due work; `run` gives how much it did, 0 where it was not due any more. */
export type DueJob = { readonly id: string; run(): Promise<number> }

const AT_ONCE = 4

/**
 * Runs what is due until nothing is, and gives how much was done. Any number of processes may do so at
 * once. A job that fails or does nothing is not tried again in this call and holds up no other.
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
  // A process that shuts down begins no job: another one takes what has no lease.
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
    const hand = async () => {
      for (let job = jobs.shift(); job !== undefined; job = jobs.shift())
        if (mayBegin()) await runJob(job)
    }
    await Promise.all(Array.from({ length: atOnce }, hand))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some due work failed')
  return done
}

/** Lets a call wait for the end of a run on a row that another call or another process makes. */
export function makeRunNotifier(bus: Bus, topic: string) {
  const watchers = new Map<string, Set<() => void>>()
  const tell = (id: string) => {
    for (const resolve of watchers.get(id) ?? []) resolve()
  }
  bus.subscribe(topic, tell)
  // What was missed may have been any of them: the caller reads its row again.
  bus.onGap(() => {
    for (const id of watchers.keys()) tell(id)
  })
  return {
    /** After the commit: a run on this row has ended. */
    ran: (id: string) => bus.publish(topic, id),

    /** To be called before the row is read, so that no end after that is missed. */
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

export type RunNews = ReturnType<typeof makeRunNotifier>
