import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorKeyOf } from './operator-keys.ts'

const stroke = (key: string, code: string, more = {}) =>
  operatorKeyOf({ key, code, ctrlKey: false, altKey: false, metaKey: false, ...more })

test('keys of an operator work in both layouts, and leave the browser’s own alone', () => {
  assert.equal(stroke('/', 'Slash'), 'search')
  assert.equal(stroke('.', 'Slash'), 'search')
  assert.deepEqual([stroke('о', 'KeyJ'), stroke('k', 'KeyK')], ['next', 'previous'])
  assert.equal(stroke('Escape', 'Escape'), 'back')
  assert.equal(stroke('j', 'KeyJ', { ctrlKey: true }), null)
  assert.deepEqual([stroke('р', 'KeyH'), stroke('r', 'KeyR')], ['hide', 'answer'])
})
