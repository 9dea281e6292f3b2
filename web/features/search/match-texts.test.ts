import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchText } from './match-texts.ts'

const words = (
  songs: number,
  distanceKm: number | null,
  wished: number,
  titles: readonly string[] = [],
) => matchText({ songs, titles, distanceKm }, wished)?.replaceAll(/\s/gu, ' ') ?? null

test('the reason of a concert says how many of the wished songs it has, and how far it is', () => {
  assert.equal(words(3, 2, 4), 'Играет 3 из ваших 4 песен. 2 км от вас')
  assert.equal(words(3, null, 21), 'Играет 3 из ваших 21 песни')
  assert.equal(words(1, null, 1), 'Играет вашу песню')
  assert.equal(words(3, null, 3), 'Играет все ваши песни: 3')
  assert.equal(words(2, 1200.4, 2), 'Играет обе ваши песни. 1 200 км от вас')
  assert.equal(words(0, 1200.4, 2), '1 200 км от вас')
  assert.equal(words(0, 2.34, 0), '2,3 км от вас')
  assert.equal(words(0, 0, 0), 'Совсем рядом')
})

test('a concert that nothing speaks for gives no reason', () => {
  assert.equal(words(0, null, 4), null)
})

test('the wished songs that are played are named, the first two of them', () => {
  assert.equal(words(1, null, 2, ['Zombie']), 'Играет «Zombie»')
  assert.equal(words(2, 2, 2, ['Zombie', 'Осень']), 'Играет «Zombie» и «Осень». 2 км от вас')
  assert.equal(words(4, null, 5, ['А', 'Б', 'В', 'Г']), 'Играет «А», «Б» и ещё 2 ваши песни')
  assert.equal(words(2, null, 3, ['Zombie']), 'Играет «Zombie» и ещё 1 вашу песню')
})
