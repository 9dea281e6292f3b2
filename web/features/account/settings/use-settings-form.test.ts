import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeStored } from '#web/lib/device/device-memory.ts'
import { saveDraft, takeDraft } from './use-settings-form.ts'
import { SETTINGS } from './settings-fields.fixture.ts'
import { fieldsOf } from './settings-fields.ts'

const FIELDS = fieldsOf(SETTINGS)
const TYPED = { ...FIELDS, name: 'Вера', links: ['vk.com/vera', ''] }

test('a draft is given to its artist, once', () => {
  saveDraft('lada', TYPED, FIELDS)
  assert.deepEqual(takeDraft('lada', FIELDS), TYPED)
  assert.equal(takeDraft('lada', FIELDS), null)
})

test('whoever else logs in gets nothing, and leaves nothing behind', () => {
  saveDraft('lada', TYPED, FIELDS)
  assert.equal(takeDraft('vera', FIELDS), null)
  assert.equal(takeDraft('lada', FIELDS), null)
})

test('a draft changes what was typed, and nothing that was saved elsewhere since', () => {
  const { payment } = FIELDS
  saveDraft('lada', { ...TYPED, payment: { ...payment, description: 'Спасибо вам' } }, FIELDS)
  const newer = { paidSongsEnabled: true, phoneNumber: '79001234567', minSongAmount: '300' }
  const loaded = { ...FIELDS, description: 'Играем', payment: { ...payment, ...newer } }
  assert.deepEqual(takeDraft('lada', loaded), {
    ...loaded,
    name: TYPED.name,
    links: TYPED.links,
    payment: { ...loaded.payment, description: 'Спасибо вам' },
  })
})

for (const stored of [
  'нет',
  'null',
  JSON.stringify({ username: 'lada' }),
  JSON.stringify({ username: 'lada', fields: TYPED }),
  JSON.stringify({ username: 'lada', fields: { ...TYPED, payment: null }, began: FIELDS }),
  JSON.stringify({ username: 'lada', fields: { ...TYPED, links: [1] }, began: FIELDS }),
])
  test(`a draft of another shape (${stored.slice(0, 40)}) is left out`, () => {
    writeStored('settings-draft', stored, 'sessionStorage')
    assert.equal(takeDraft('lada', FIELDS), null)
  })
