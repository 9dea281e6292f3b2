import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AfishaSession } from '../artist-view.ts'
import { readAfisha, storeAfisha } from './afisha-copy.ts'

const at = (dateTimeStart: string) =>
  ({ id: dateTimeStart, dateTimeStart, later: [] }) as unknown as AfishaSession
const NOON = Date.parse('2026-11-28T12:00:00Z')

// There is no window here: the value stays in the page's memory.
Object.assign(globalThis, { window: globalThis })

test('the last list of an artist is read again without what has begun meanwhile', () => {
  assert.equal(readAfisha('anya', NOON), null)
  storeAfisha('anya', [at('2026-11-28T11:00:00Z'), at('2026-11-29T11:00:00Z')])
  const copy = readAfisha('anya', NOON)
  assert.deepEqual(
    copy?.sessions.map(({ id }) => id),
    ['2026-11-29T11:00:00Z'],
  )
  assert.equal(readAfisha('boris', NOON), null)
  assert.equal(readAfisha('anya', NOON + 7 * 86_400_000), null)
})

test('of a series whose first date is past the later ones are still there', () => {
  const first = { ...at('2026-11-28T11:00:00Z'), title: 'Четверги' }
  const location = { name: 'Подвал', city: 'Казань', timeZone: 'Europe/Moscow' }
  const date = (day: number) => ({
    href: `/user/anya/${day}`,
    dateTimeStart: `2026-11-${day}T11:00:00Z`,
    location: { timeZone: 'Europe/Samara' },
  })
  storeAfisha('anya', [{ ...first, location, later: [date(28), date(29), date(30)] }])
  const [series] = readAfisha('anya', NOON)?.sessions ?? []
  assert.deepEqual(
    [series?.id, series?.title, series?.dateTimeStart, series?.location],
    ['29', 'Четверги', date(29).dateTimeStart, { ...location, timeZone: 'Europe/Samara' }],
  )
  assert.deepEqual(series?.later, [date(30)])
})
