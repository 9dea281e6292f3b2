import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ownDatabase } from '#test/support/database/database.ts'
import type { Database, Sql } from '../db/open.ts'
import { localBus } from '#packages/live-broadcast/bus.ts'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import { makeRunNotifier, retryAt, runAllDue, runDueWork } from './due-work.ts'
import type { DueWork } from './due-work.ts'

const NOW = new Date('2026-03-01T15:00:00Z')

let database: Database
before(async () => {
  database = (await ownDatabase()).database
})
after(() => database.close())

const ctx = () => ({ sql: database.sql, now: () => NOW })

async function leaseOf(id: string): Promise<string | undefined> {
  const query = database.sql.selectFrom('instanceSecrets').select('value').where('name', '=', id)
  return (await query.executeTakeFirst())?.value
}

const lease = (sql: Sql, name: string, value: string) =>
  sql.insertInto('instanceSecrets').values({ name, value }).execute()

/** Work on rows of a table without money; `seen` records the steps, in order. */
function workOf(seen: string[], changes: Partial<DueWork<string, string, string>> = {}) {
  const where = (sql: Sql) => (sql.isTransaction ? 'in a transaction' : 'outside')
  const work: DueWork<string, string, string> = {
    async claim(sql, id, { until }) {
      seen.push(`claim ${where(sql)}`)
      await lease(sql, id, until.toISOString())
      return { task: id, result: 'claimed' }
    },
    async ask(task) {
      // The embedded database has one connection: inside a transaction this would deadlock.
      seen.push(`ask with the lease until ${await leaseOf(task)}`)
      return 'the answer'
    },
    async settle(sql, task, answer, now) {
      seen.push(`settle ${where(sql)}`)
      return `${task}: ${answer} at ${now.toISOString()}`
    },
    ...changes,
  }
  return work
}

describe('a run on a due row', () => {
  test('claims and settles in transactions and asks between them, under a lease of a minute', async () => {
    const seen: string[] = []
    const result = await runDueWork(ctx(), workOf(seen), 'one')
    assert.equal(result, 'one: the answer at 2026-03-01T15:00:00.000Z')
    assert.deepEqual(seen, [
      'claim in a transaction',
      'ask with the lease until 2026-03-01T15:01:00.000Z',
      'settle in a transaction',
    ])
  })

  test('that is not due, or leased, asks nothing', async () => {
    const seen: string[] = []
    const work = workOf(seen, { claim: async () => null })
    assert.equal(await runDueWork(ctx(), work, 'two'), null)
    assert.deepEqual(seen, [])
  })

  test('that has nothing to ask gives what the claim did', async () => {
    const seen: string[] = []
    const work = workOf(seen, { claim: async () => ({ task: null, result: 'expired' }) })
    assert.equal(await runDueWork(ctx(), work, 'three'), 'expired')
    assert.deepEqual(seen, [])
  })

  for (const dies of ['ask', 'settle'] as const)
    test(`that dies in «${dies}» leaves its lease and nothing else`, async () => {
      const seen: string[] = []
      const work = workOf(seen, {
        [dies]: async () => {
          throw new Error('killed')
        },
      })
      await assert.rejects(runDueWork(ctx(), work, dies), /killed/u)
      assert.equal(await leaseOf(dies), '2026-03-01T15:01:00.000Z')
    })

  test('undoes a claim that fails', async () => {
    const work = workOf([], {
      async claim(sql, id) {
        await lease(sql, id, 'taken')
        throw new Error('killed')
      },
    })
    await assert.rejects(runDueWork(ctx(), work, 'five'), /killed/u)
    assert.equal(await leaseOf('five'), undefined)
  })
})

describe('the next try', () => {
  for (const [delays, tries, ms] of [
    [[2000, 5000, 60_000], 0, 2000],
    [[2000, 5000, 60_000], 1, 5000],
    [[2000, 5000, 60_000], 2, 60_000],
    [[2000, 5000, 60_000], 90, 60_000],
    [[2000, 5000, 60_000], -1, 0],
    [[], 3, 0],
  ] as const)
    test(`after ${tries} in vain is in ${ms} ms of ${delays.join(', ') || 'no delays'}`, () => {
      assert.equal(retryAt(delays, tries, NOW).getTime() - NOW.getTime(), ms)
    })
})

describe('all due work', () => {
  /** Jobs that are due until they have run. */
  function due(jobs: Record<string, () => Promise<number>>) {
    const left = new Map(Object.entries(jobs))
    const ran: string[] = []
    const next = async (except: ReadonlySet<string>) =>
      [...left]
        .filter(([id]) => !except.has(id))
        .map(([id, run]) => ({
          id,
          run: async () => {
            ran.push(id)
            const did = await run()
            if (did > 0) left.delete(id)
            return did
          },
        }))
    return { next, ran }
  }

  test('is run until nothing is due, and counted', async () => {
    const { next, ran } = due({ a: async () => 1, b: async () => 3 })
    assert.equal(await runAllDue(next), 4)
    assert.deepEqual(ran, ['a', 'b'])
  })

  test('goes on with what becomes due meanwhile', async () => {
    const rounds = [['a'], ['b'], []]
    const next = async () =>
      (rounds.shift() ?? []).map((id) => ({ id, run: () => Promise.resolve(1) }))
    assert.equal(await runAllDue(next), 2)
  })

  test('that was done by another process meanwhile is not tried again', async () => {
    const { next, ran } = due({ taken: async () => 0, free: async () => 1 })
    assert.equal(await runAllDue(next), 1)
    assert.deepEqual(ran, ['taken', 'free'])
  })

  test('that fails holds up no other, is tried once and told of at the end', async () => {
    const { next, ran } = due({
      bad: () => Promise.reject(new Error('broken')),
      good: async () => 1,
    })
    await assert.rejects(runAllDue(next), (error: AggregateError) => {
      assert.deepEqual(error.errors.map(String), ['Error: broken'])
      return true
    })
    assert.deepEqual(ran, ['bad', 'good'])
  })

  test('is run four at a time', async () => {
    let running = 0
    let most = 0
    const run = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise(setImmediate)
      running -= 1
      return 1
    }
    const { next } = due(Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`${n}`, run])))
    assert.equal(await runAllDue(next), 9)
    assert.equal(most, 4)
  })

  test('of a process that shuts down is left to others', async () => {
    const stopping = new AbortController()
    const { next, ran } = due({
      first: async () => {
        stopping.abort()
        return 1
      },
      second: async () => 1,
    })
    assert.equal(await runAllDue(next, stopping.signal), 1)
    assert.deepEqual(ran, ['first'])
  })
})

describe('who waits for the end of a run', () => {
  const LONG_MS = 60_000

  test('is told by this process', async () => {
    const news = makeRunNotifier(localBus(), 'rows')
    using ran = news.watch('one')
    news.ran('one')
    await ran.within(LONG_MS)
  })

  test('is told though the run ended before he began to wait', async () => {
    const news = makeRunNotifier(localBus(), 'rows')
    using ran = news.watch('one')
    news.ran('one')
    await new Promise(setImmediate)
    await ran.within(LONG_MS)
  })

  test('is told by another process', async () => {
    const bus = localBus()
    using ran = makeRunNotifier(bus, 'rows').watch('one')
    makeRunNotifier(bus, 'rows').ran('one')
    await ran.within(LONG_MS)
  })

  test('is let go where what was said may have been missed', async () => {
    let reportGap = () => {}
    const bus: Bus = {
      ...localBus(),
      onGap: (listener) => {
        reportGap = listener
        return () => {}
      },
    }
    using ran = makeRunNotifier(bus, 'rows').watch('one')
    reportGap()
    await ran.within(LONG_MS)
  })

  test('waits no longer than he said, whatever other rows do', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const news = makeRunNotifier(localBus(), 'rows')
    using ran = news.watch('one')
    news.ran('two')
    let ended = false
    const waiting = ran.within(5).then(() => {
      ended = true
    })
    await new Promise(setImmediate)
    assert.equal(ended, false)
    t.mock.timers.tick(5)
    await waiting
  })
})
