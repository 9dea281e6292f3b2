import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeRoom } from './map-view.ts'

const at = (name: string, x: number, y: number) => ({ name, x, y })
const boxOf = ({ x, y }: { x: number; y: number }) => ({
  left: x,
  right: x + 60,
  top: y,
  bottom: y + 20,
})

test('of two names that would lie over each other the first one stays', () => {
  const moscow = at('Москва', 100, 100)
  const khimki = at('Химки', 80, 110)
  const tver = at('Тверь', 20, 20)
  assert.deepEqual(freeRoom([moscow, khimki, tver], boxOf), [moscow, tver])
})

test('a name that was left out keeps no room from a third one', () => {
  const row = [at('a', 0, 0), at('b', 40, 0), at('c', 80, 0)]
  assert.deepEqual(
    freeRoom(row, boxOf).map(({ name }) => name),
    ['a', 'c'],
  )
})

test('a name gives way to what stands there already', () => {
  const pin = { left: 30, right: 78, top: 5, bottom: 60 }
  const row = [at('under the pin', 0, 0), at('beside it', 90, 0)]
  assert.deepEqual(
    freeRoom(row, boxOf, [pin]).map(({ name }) => name),
    ['beside it'],
  )
})
