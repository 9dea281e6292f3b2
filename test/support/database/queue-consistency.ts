import assert from 'node:assert/strict'
import { LOCK_MOST, rulesFrom } from '#domain/queue/evening-rules.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** Asserts what must hold for every queue in the database at any moment. */
export async function assertQueueConsistent(sql: Sql): Promise<void> {
  const rows = await sql.selectFrom('queueEntries').selectAll().execute()
  const concerts = Map.groupBy(rows, (row) => row.concertId)
  const ruled = await sql.selectFrom('concerts').select(['id', 'rules']).execute()
  const between = new Set(
    ruled.filter(({ rules }) => rulesFrom(rules).orderAfter !== null).map(({ id }) => id),
  )
  for (const [concertId, entries] of concerts) {
    const playing = entries.filter((row) => row.status === 'NOW')
    assert.ok(playing.length <= 1, `${playing.length} songs play at once in ${concertId}`)
    const waiting = entries
      .filter((row) => row.status === 'QUEUED' || row.status === 'SCHEDULED')
      .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
    assert.deepEqual(
      waiting.map((row) => row.position),
      waiting.map((_, index) => index + 1),
      `places are not 1…n in ${concertId}`,
    )
    // The first places stay unchanged once orders no longer come in between.
    const free = waiting.slice(LOCK_MOST)
    const firstOrdered = free.findIndex((row) => row.status === 'SCHEDULED')
    const behindIt = firstOrdered === -1 ? [] : free.slice(firstOrdered)
    assert.ok(
      between.has(concertId) || behindIt.every((row) => row.status === 'SCHEDULED'),
      `a queued song stands behind an ordered one in ${concertId}`,
    )
    assert.equal(
      new Set(waiting.map((row) => row.songId)).size,
      waiting.length,
      `a song waits twice in ${concertId}`,
    )
    for (const row of entries) {
      const over = row.status === 'PLAYED' || row.status === 'SKIPPED'
      assert.equal(row.closedAt !== null, over, `${row.id} is ${row.status} and wrongly closed`)
      if (over || row.status === 'NOW' || row.status === 'COLLECTING')
        assert.equal(row.position, null)
      if (row.status === 'NOW' || row.status === 'PLAYED') assert.ok(row.nowAt !== null)
    }
  }
  const astray = await sql
    .selectFrom('orders as o')
    .innerJoin('queueEntries as e', 'e.id', 'o.entryId')
    .select('o.id')
    .whereRef('o.concertId', '!=', 'e.concertId')
    .execute()
  assert.deepEqual(astray, [], 'an order stands behind an entry of another concert')
  const collected = await sql
    .selectFrom('queueEntries as e')
    .leftJoin('orders as o', (on) =>
      on.onRef('o.entryId', '=', 'e.id').on('o.droppedAt', 'is', null),
    )
    .select(['e.id', 'e.goal'])
    .select((of) => of.fn.coalesce(of.fn.sum<number>('o.amount'), of.lit(0)).as('sum'))
    .where('e.status', '=', 'COLLECTING')
    .groupBy(['e.id', 'e.goal'])
    .execute()
  for (const { id, goal, sum } of collected)
    assert.ok(sum > 0 && sum < (goal ?? Infinity), `${id} collects ${sum} of ${goal}`)
}
