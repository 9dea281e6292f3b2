import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bankStore } from '#demo/bank/bank.store.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { ownDatabase } from '#test/support/database/database.ts'

let own: Awaited<ReturnType<typeof ownDatabase>>
before(async () => {
  own = await ownDatabase()
})
after(() => own.database.close())

/** A process that adds 1 to one document of the store, so often. */
function counter() {
  const store = bankStore(own.database.sql)
  let revision = 0
  let count = 0
  return {
    count: () => count,
    async add(): Promise<void> {
      revision = await store.exclusively(revision, (newer) => {
        for (const { body } of newer) count = Number(body)
        count += 1
        return [{ kind: 'count', id: 'one', body: String(count) }]
      })
    },
  }
}

test('processes that share the store see all that others have kept, and lose nothing', async () => {
  const counters = [counter(), counter(), counter()]
  await Promise.all(
    counters.map(async ({ add }) => {
      for (let time = 0; time < 10; time++) await add()
    }),
  )
  assert.equal(Math.max(...counters.map(({ count }) => count())), 30)
})

test('what is kept in a transaction that fails is not kept', async () => {
  const { sql } = own.database
  const document = { kind: 'payment', id: 'lost', body: '{}' }
  const failing = inTransaction(sql, async (tx) => {
    await bankStore(tx).exclusively(0, () => [document])
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  await bankStore(sql).exclusively(0, (all) => {
    assert.ok(!all.some(({ id }) => id === 'lost'))
    return []
  })
})
