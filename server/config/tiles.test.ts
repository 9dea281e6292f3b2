import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readTiles } from './tiles.ts'
import { BadConfig } from './values.ts'

const GIVEN = {
  TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png?key=swordfish',
  TILES_CREDIT: '© Карта https://tiles.example/terms',
}

function refusal(env: Record<string, string>): string {
  try {
    readTiles(env)
  } catch (error) {
    if (error instanceof BadConfig) return error.message
    throw error
  }
  return 'nothing is refused'
}

describe('the tiles of the map', () => {
  test('are not there until somebody names them', () => {
    assert.equal(readTiles({}), null)
  })

  test('are shown with their credit or not at all', () => {
    for (const name of Object.keys(GIVEN)) {
      const sentence = refusal({ ...GIVEN, [name]: '' })
      assert.equal(sentence, `Не хватает ${name}: TILES_URL, TILES_CREDIT задают вместе.`)
    }
    for (const wrong of ['© Карта', 'https://tiles.example/terms', '© Карта javascript:alert(1)'])
      assert.match(refusal({ ...GIVEN, TILES_CREDIT: wrong }), /^TILES_CREDIT должно быть вида «/u)
  })

  test('come from one host, named by a whole template, and a key in a wrong one is not repeated', () => {
    for (const wrong of [
      'https://tiles.example/{z}/{x}.png?key=swordfish',
      'https://tiles.example/{z}/{x}/{y}/{key}.png?key=swordfish',
      'https://{x}.example/{z}/{x}/{y}.png?key=swordfish',
      'https://tiles.example{x}/{z}/{x}/{y}.png?key=swordfish',
      'https://bis:swordfish@tiles.example/{z}/{x}/{y}.png',
      'ftp://tiles.example/{z}/{x}/{y}.png?key=swordfish',
      '//tiles.example/{z}/{x}/{y}.png?key=swordfish',
      'file:///etc/{z}/{x}/{y}',
    ]) {
      const sentence = refusal({ ...GIVEN, TILES_URL: wrong })
      assert.match(sentence, /^TILES_URL должно быть адресом вида https:/u, wrong)
      assert.doesNotMatch(sentence, /swordfish/u)
    }
  })
})
