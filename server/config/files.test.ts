import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFiles } from './files.ts'
import { BadConfig } from './values.ts'

const KEYS = {
  S3_ENDPOINT: 'https://storage.example',
  S3_BUCKET: 'bis-photos',
  S3_REGION: 'ru-1',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'swordfish',
}

function refusal(env: Record<string, string>): string {
  try {
    readFiles(env)
  } catch (error) {
    if (error instanceof BadConfig) return error.message
    throw error
  }
  return 'nothing is refused'
}

describe('the place of photos', () => {
  test('is a folder where no storage is named', () => {
    assert.deepEqual(readFiles({}), { kind: 'disk' })
  })

  test('is not a storage of which only a part is told', () => {
    assert.equal(
      refusal({ ...KEYS, S3_REGION: '' }),
      'Не хватает S3_REGION: S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY задают вместе.',
    )
    for (const name of Object.keys(KEYS)) {
      const sentence = refusal({ ...KEYS, [name]: '' })
      assert.ok(sentence.startsWith(`Не хватает ${name}: `), sentence)
      assert.doesNotMatch(sentence, /swordfish/u)
    }
  })

  test('is not an address or a bucket that is none', () => {
    assert.match(
      refusal({ ...KEYS, S3_ENDPOINT: 'storage.example' }),
      /^S3_ENDPOINT должно быть адресом вида https:/u,
    )
    for (const wrong of ['../stage', 'Stage', 'a', 'stage/photos', '-stage'])
      assert.equal(
        refusal({ ...KEYS, S3_BUCKET: wrong }),
        `S3_BUCKET должно быть именем бакета, а задано «${wrong}».`,
      )
  })
})
