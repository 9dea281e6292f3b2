import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { secondHomes } from './check-homes.ts'

const PLANTED = [
  ['domain/time.ts', 'const HOUR_MS = 3_600_000'],
  ['domain/time.ts', 'const MINUTE = 60_000'],
  ['domain/time.ts', 'const MOSCOW = 3 * HOUR_MS'],
  ['domain/time.ts', 'const at = new Date(`${day}T${time}+03:00`)'],
  ['domain/uuid.ts', 'const ID = /^[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}$/u'],
  ['domain/uuid.ts', 'const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-/'],
  ['sql-expressions.ts', 'sum(amount * commission_bps / 10000)'],
  ['domain/concerts/concert.ts', "type Status = 'SCHEDULED' | 'NOW' | 'PLAYED'"],
  [
    'domain/queue/queue.ts',
    "const ALL = ['SCHEDULED', 'QUEUED', 'NOW', 'PLAYED', 'SKIPPED'] as const",
  ],
] as const

describe('a second home', () => {
  for (const [home, text] of PLANTED)
    test(`of what stands in ${home} is refused: ${text}`, () => {
      const [sentence = ''] = secondHomes('server/modules/planted.ts', text)
      assert.ok(sentence.includes(home), sentence)
    })

  test('is none where the first one is used', () => {
    const text = "import { DAY_MS } from '#domain/time.ts'\nconst WEEK_MS = 7 * DAY_MS\n"
    assert.deepEqual(secondHomes('server/modules/planted.ts', text), [])
  })

  test('is not the home itself', () => {
    for (const path of [
      'domain/time.ts',
      'domain/uuid.ts',
      'domain/concerts/concert.ts',
      'domain/queue/queue.ts',
    ])
      assert.deepEqual(secondHomes(path, readFileSync(path, 'utf8')), [])
  })
})
