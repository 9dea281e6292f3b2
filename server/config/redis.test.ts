import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readRedis } from './redis.ts'
import { BadConfig } from './values.ts'

const DATABASE_URL = 'postgres://bis@db.example/bis'

function refusal(env: Record<string, string>): string {
  try {
    readRedis(env)
  } catch (error) {
    if (error instanceof BadConfig) return error.message
    throw error
  }
  return 'nothing is refused'
}

describe('the address of Redis', () => {
  test('may have a password and the number of a database', () => {
    for (const url of [
      'redis://redis',
      'redis://:swordfish@127.0.0.1:6379',
      'rediss://bis:swordfish@redis.example:6380/2',
      'redis://redis/',
    ])
      assert.equal(readRedis({ DATABASE_URL, REDIS_URL: url }), url)
    assert.equal(readRedis({ DATABASE_URL }), undefined)
  })

  test('is refused where it is none, and its password is not repeated', () => {
    for (const wrong of ['redis.example', 'http://:swordfish@redis.example', 'redis://']) {
      const sentence = refusal({ DATABASE_URL, REDIS_URL: wrong })
      assert.match(sentence, /^REDIS_URL должно быть адресом вида redis:\/\/…, а задано «/u)
      assert.doesNotMatch(sentence, /swordfish/u)
    }
    for (const wrong of ['redis://:swordfish@redis/bis', 'redis://redis/0?timeout=1'])
      assert.equal(
        refusal({ DATABASE_URL, REDIS_URL: wrong }),
        'REDIS_URL должно быть вида redis://:пароль@адрес:6379/0: после адреса стоит только номер базы.',
      )
  })

  test('means nothing beside the embedded database', () => {
    assert.equal(
      refusal({ REDIS_URL: 'redis://redis' }),
      'REDIS_URL задают вместе с DATABASE_URL: встроенная база обслуживает один процесс, и слышать ему некого.',
    )
  })
})
