import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownPerformances, performanceOf } from './performance.ts'

test('only the performance that was ordered is one’s own, whatever its moment is written in', () => {
  const own = ownPerformances([
    { songId: 's', state: 'PLAYED', startedAt: '2026-12-05T17:31:00.000Z' },
    { songId: 't', state: 'RETURNED', startedAt: null },
  ])
  const isOwn = (songId: string, startedAt: string) => own.has(performanceOf({ songId, startedAt }))
  assert.ok(isOwn('s', '2026-12-05T20:31:00.000+03:00'))
  assert.ok(!isOwn('s', '2026-12-05T17:05:00.000Z'), 'others had ordered it before')
  assert.ok(!isOwn('t', '2026-12-05T17:40:00.000Z'), 'others were played it afterwards')
})
