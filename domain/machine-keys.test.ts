import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admitMachineKey, checkKeyName, checkKeyRights } from './machine-keys.ts'
import { Refusal } from './refusal.ts'

const fieldsOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof Refusal)
    return error.fields ?? error.code
  }
  return null
}

test('rights are in their order, once each, and tips are read where the evening is', () => {
  assert.deepEqual(checkKeyRights(['orders', 'play', 'play']), ['play', 'orders'])
  assert.deepEqual(checkKeyRights(['tips']), ['watch', 'tips'])
  assert.deepEqual(
    fieldsOf(() => checkKeyRights([])),
    { rights: 'Отметьте, что устройству можно' },
  )
})

test('a key has a name, and an artist twenty of them', () => {
  assert.equal(checkKeyName('  Stream  Deck '), 'Stream Deck')
  assert.deepEqual(
    fieldsOf(() => checkKeyName(' ')),
    { name: 'Назовите устройство, чтобы узнать его потом' },
  )
  assert.equal(
    fieldsOf(() => admitMachineKey(20)),
    'ILLEGAL_STEP',
  )
  assert.equal(
    fieldsOf(() => admitMachineKey(19)),
    null,
  )
})
