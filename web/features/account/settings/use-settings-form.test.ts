import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeStored } from '#web/lib/device/device-memory.ts'
import { saveDraft, takeDraft } from './use-settings-form.ts'
import { SETTINGS } from './settings-fields.fixture.ts'
import { fieldsOf } from './settings-fields.ts'

const FIELDS = fieldsOf(SETTINGS)
const TYPED = { ...FIELDS, name: 'Вера', links: ['vk.com/vera', ''] }

test('a draft is given to its artist, once', () => {
  saveDraft('lada', TYPED)
  assert.deepEqual(takeDraft('lada', FIELDS), TYPED)
  assert.equal(takeDraft('lada', FIELDS), null)
})

test('whoever else logs in gets nothing, and leaves nothing behind', () => {
  saveDraft('lada', TYPED)
  assert.equal(takeDraft('vera', FIELDS), null)
  assert.equal(takeDraft('lada', FIELDS), null)
})

for (const stored of [
  'нет',
  'null',
  JSON.stringify({ username: 'lada' }),
  JSON.stringify({ username: 'lada', fields: { ...TYPED, payment: null } }),
  JSON.stringify({ username: 'lada', fields: { ...TYPED, links: [1] } }),
])
  test(`a draft of another shape (${stored.slice(0, 40)}) is left out`, () => {
    writeStored('settings-draft', stored, 'sessionStorage')
    assert.equal(takeDraft('lada', FIELDS), null)
  })
