import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from './refusal.ts'
import { admitToRepertoire } from './repertoire.ts'

test('a repertoire takes five thousand songs, and says so at the next', () => {
  admitToRepertoire(0)
  admitToRepertoire(4999)
  assert.throws(
    () => admitToRepertoire(5000),
    (error) => {
      assert.ok(error instanceof Refusal)
      assert.equal(error.code, 'ILLEGAL_STEP')
      assert.match(error.message, /5 000 песен/u)
      return true
    },
  )
})

test('many songs are taken together or not at all, and the refusal tells the places that are left', () => {
  admitToRepertoire(4000, 1000)
  admitToRepertoire(5000, 0)
  assert.throws(() => admitToRepertoire(4998, 3), /Поместится ещё 2 песни, а вы добавляете 3\./u)
})
