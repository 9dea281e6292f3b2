import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../refusal.ts'
import { admitMove, checkPublication, isUnpublished } from './publication.ts'

const now = new Date('2026-11-21T10:00:00Z')
const concert = { startsAt: new Date('2026-11-28T16:00:00Z') }
function wrong(typed: string) {
  try {
    checkPublication(typed, concert, now)
    return {}
  } catch (error) {
    return error instanceof Refusal ? { ...error.fields } : {}
  }
}

test('a concert is shown at once, or at a moment before it begins', () => {
  assert.equal(checkPublication(undefined, concert, now), null)
  assert.equal(checkPublication(null, concert, now), null)
  assert.deepEqual(
    checkPublication('2026-11-24T12:00+03:00', concert, now),
    new Date('2026-11-24T09:00:00Z'),
  )
  assert.deepEqual(wrong('2026-11-21T13:00+03:00'), { publishAt: 'Выберите время в будущем' })
  assert.deepEqual(wrong('2026-11-28T19:00+03:00'), {
    publishAt: 'Концерт надо опубликовать до его начала',
  })
  assert.match(JSON.stringify(wrong('завтра')), /Некорректная дата/u)
})

test('a page that is open at the publication takes the concert for published from then on', () => {
  const at = '2026-11-24T12:00:00+03:00'
  assert.equal(isUnpublished({ publishAt: at }, now), true)
  assert.equal(isUnpublished({ publishAt: at }, new Date(at)), false)
  assert.equal(isUnpublished({}, now), false)
})

test('a concert cannot be moved before its publication', () => {
  admitMove(concert.startsAt, null)
  assert.throws(() => admitMove(now, now), { code: 'VALIDATION' })
})
