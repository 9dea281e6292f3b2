import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from './refusal.ts'
import { admitToRepertoire } from './repertoire.ts'

test('a repertoire takes two thousand songs, and says so at the next', () => {
  admitToRepertoire(0)
  admitToRepertoire(1999)
  assert.throws(
    () => admitToRepertoire(2000),
    (error) => {
      assert.ok(error instanceof Refusal)
      assert.equal(error.code, 'ILLEGAL_STEP')
      assert.match(error.message, /2 000 песен/u)
      return true
    },
  )
})
