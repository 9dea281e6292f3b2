import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearTowns } from './near-towns.ts'

const MURMANSK = { name: 'Мурманск', latitude: 68.97, longitude: 33.07 }
const at = (city: string, latitude: number, longitude: number, day: number) => ({
  sessionId: '',
  artistUsername: '',
  artistName: '',
  imageUrl: '',
  title: '',
  age: 18 as const,
  dateTimeStart: `2026-12-${String(day).padStart(2, '0')}T19:00:00+03:00`,
  sessionStatus: 'SCHEDULED' as const,
  ableGetSongs: true,
  placeName: '',
  city,
  timeZone: 'Europe/Moscow',
  latitude,
  longitude,
})

test('where nobody plays, the three nearest towns are named with their first date', () => {
  const towns = nearTowns(MURMANSK, [
    at('Санкт-Петербург', 59.94, 30.31, 1),
    at('Апатиты', 67.56, 33.4, 5),
    at('Казань', 55.79, 49.12, 5),
    at('Апатиты', 67.57, 33.4, 7),
    at('Петрозаводск', 61.78, 34.35, 8),
    at('Мурманск', 68.97, 33.07, 9),
    at('', 68.97, 33.07, 9),
  ])
  assert.deepEqual(
    towns.map(({ name, concerts, first, isFar }) => [name, concerts, first.slice(0, 10), isFar]),
    [
      ['Апатиты', 2, '2026-12-05', false],
      ['Петрозаводск', 1, '2026-12-08', true],
      ['Санкт-Петербург', 1, '2026-12-01', true],
    ],
  )
  assert.ok((towns[0]?.km ?? 0) > 150 && (towns[0]?.km ?? 0) < 160)
})
