import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Session } from '#contract/shapes.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import { loadOwnConcerts } from './own-concerts.ts'

test('an artist’s own concerts are all loaded, a page at a time', async () => {
  for (const count of [0, 99, 100, 101, 200]) {
    const all = Array.from({ length: count }, (_, at) => ({ id: `${at}` }) as Session)
    const cursors: (string | undefined)[] = []
    const ask = (async (_: unknown, { body }: { body: { limit: number; cursor?: string } }) => {
      cursors.push(body.cursor)
      const begin = all.findIndex(({ id }) => id === body.cursor) + 1
      return all.slice(begin, begin + body.limit)
    }) as unknown as Caller
    assert.deepEqual(await loadOwnConcerts(ask, 'lada'), all)
    assert.deepEqual(cursors, [undefined, '99', '199'].slice(0, Math.floor(count / 100) + 1))
  }
})
