import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownDatabase } from '#test/support/database/database.ts'
import { startRedis } from '#test/support/servers/redis.ts'
import type { TestRedis } from '#test/support/servers/redis.ts'
import type { Database } from '../db/open.ts'
import {
  forgetSpent,
  digestOf,
  memoryAllowances,
  postgresAllowances,
  redisAllowances,
} from './rate-counters.ts'
import type { Allowances } from './rate-counters.ts'

const RATE = { points: 5, seconds: 600 }
/** Redis counts whole seconds. */
const SHORT = { points: 2, seconds: 1 }
const SHORTER = { points: 2, seconds: 0.2 }
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** How many of `times` concurrent requests are granted. */
async function granted(times: number, processes: Allowances[], key: string): Promise<number> {
  const waits = await Promise.all(
    Array.from({ length: times }, async (_, at) =>
      processes[at % processes.length]?.spend(key, RATE),
    ),
  )
  return waits.filter((wait) => wait === 0).length
}

function countTogether(processes: () => Allowances[], short = SHORTER): void {
  test('processes that spend at once get the points of one, and are told how long to wait', async () => {
    assert.equal(await granted(30, processes(), 'lada'), RATE.points)
    for (const process of processes()) {
      const wait = await process.spend('lada', RATE)
      assert.ok(wait > 0 && wait <= RATE.seconds * 1000, `${wait}`)
    }
    assert.equal(await granted(1, processes(), 'mark'), 1)
  })

  test('a point that was given back is there again', async () => {
    const [one, other] = processes()
    assert.ok(one !== undefined && other !== undefined)
    for (let times = 0; times < RATE.points * 2; times += 1) {
      assert.equal(await one.spend('back', RATE), 0)
      assert.equal(await other.spend('back', RATE, -1), 0)
    }
  })

  test('a process that refused a key grants the points that come back to it', async () => {
    const [one] = processes()
    assert.ok(one !== undefined)
    const key = 'full'
    assert.equal(await granted(RATE.points + 1, [one], key), RATE.points)
    for (let times = 0; times < 3; times += 1) await one.spend(key, RATE, -1)
    assert.equal(await granted(3, [one], key), 2)
  })

  test('there are points again when the window is over', async () => {
    const [one, other] = processes()
    assert.ok(one !== undefined && other !== undefined)
    // On a slow machine too: points are spent until none is left, and then waited for until there are some.
    let wait = 0
    for (let spent = 0; wait === 0; spent += 1) {
      assert.ok(spent < 1000, 'there is no end of points')
      wait = await one.spend('soon', short)
    }
    for (; wait > 0; wait = await other.spend('soon', short)) await sleep(wait)
  })
}

test('the digest of an address is the same for all who know the secret, and nobody else can find it', () => {
  const address = 'loginOfAddress 203.0.113.7'
  assert.equal(digestOf(address, 'ours'), digestOf(address, 'ours'))
  assert.notEqual(digestOf(address, 'ours'), digestOf('loginOfAddress 203.0.113.8', 'ours'))
  const guessed = [
    digestOf(address, 'theirs'),
    createHash('sha256').update(address).digest('base64url'),
  ]
  assert.ok(!guessed.includes(digestOf(address, 'ours')))
})

describe('what is counted in the memory of one process', () => {
  const own = memoryAllowances()
  countTogether(() => [own, own])
})

describe('what is counted in the database', () => {
  let database: Database
  before(async () => {
    ;({ database } = await ownDatabase())
  })
  after(() => database.close())
  const inDatabase = () => postgresAllowances({ sql: database.sql, secret: 'a secret' })

  let processes: Allowances[] = []
  countTogether(() => {
    if (processes.length === 0) processes = [inDatabase(), inDatabase()]
    return processes
  })

  test('names nobody, and is forgotten when its window is over', async () => {
    await database.sql.deleteFrom('spentLimits').execute()
    const one = inDatabase()
    await one.spend('lada@bis.example 203.0.113.7', RATE)
    await one.spend('short', { points: 1, seconds: 0.001 })
    const rows = await database.sql.selectFrom('spentLimits').selectAll().execute()
    assert.equal(rows.length, 2)
    assert.doesNotMatch(JSON.stringify(rows), /lada|203\.0/u)
    await sleep(10)
    await forgetSpent(database.sql)
    const left = await database.sql.selectFrom('spentLimits').select('spent').execute()
    assert.deepEqual(left, [{ spent: 1 }])
  })
})

describe('what is counted in Redis', { concurrency: false }, () => {
  let redis: TestRedis
  const open: { close(): Promise<void> }[] = []
  before(async () => {
    redis = await startRedis()
  })
  after(async () => {
    await Promise.all(open.map((one) => one.close()))
    await redis.stop()
  })

  /** Redis that a busy machine delays for longer counts as lost. */
  async function process(installation: string, timeoutMs = 30_000) {
    const one = redisAllowances({
      url: redis.url,
      installation,
      secret: 'a secret',
      log: silent,
      timeoutMs,
    })
    open.push(one)
    await until(() => one.counted())
    return one
  }

  describe('by two processes', () => {
    let processes: Allowances[] = []
    before(async () => {
      processes = [await process('one'), await process('one')]
    })
    countTogether(() => processes, SHORT)
  })

  test('is not counted with another installation, and names nobody', async () => {
    const [one, other] = [await process('a'), await process('b')]
    assert.equal(await granted(10, [one], 'lada@bis.example'), RATE.points)
    assert.equal(await granted(10, [other], 'lada@bis.example'), RATE.points)
    const keys = await redis.ask((client) => client.keys('*'))
    assert.doesNotMatch(keys.join(' '), /lada/u)
  })

  for (const [failure, begin, end] of [
    ['is gone', () => redis.stop(), () => redis.start()],
    ['is silent', () => redis.freeze(), () => redis.thaw()],
  ] as const)
    test(`each process counts the same rate by itself while Redis ${failure}, and together again after it`, async () => {
      const [one, other] = [await process(failure, 2000), await process(failure, 2000)]
      await begin()
      assert.equal(await granted(10, [one], 'lada'), RATE.points)
      assert.equal(await granted(10, [other], 'lada'), RATE.points)
      await end()
      await until(() => one.counted() && other.counted())
      assert.equal(await granted(30, [one, other], 'mark'), RATE.points)
    })
})

async function until(isSo: () => boolean) {
  for (let left = 2_000; !isSo(); left -= 1) {
    assert.ok(left > 0, 'waited in vain')
    await sleep(5)
  }
}
