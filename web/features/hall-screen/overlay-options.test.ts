import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overlayOptions, overlayQuery } from './overlay-options.ts'

const read = (query: string) => overlayOptions(new URLSearchParams(query))
const USUAL = read('')

test('an overlay without options shows every card at the left, dark, in full size', () => {
  assert.deepEqual(USUAL, {
    size: 100,
    side: 'left',
    colours: 'dark',
    cards: ['now', 'next', 'code', 'thanks', 'tips', 'goal', 'board'],
  })
  assert.equal(overlayQuery(USUAL), '')
})

test('what the address of an overlay says is read back from it', () => {
  const options = { size: 125, side: 'right', colours: 'light', cards: ['now', 'tips'] } as const
  const query = overlayQuery(options)
  assert.equal(query, '?size=125&side=right&colours=light&cards=now,tips')
  assert.deepEqual(read(query), options)
})

test('a wrong option of an overlay is as usual', () => {
  assert.deepEqual(read('size=big&side=up&colours=red'), USUAL)
  assert.equal(read('size=1000').size, 100)
  assert.deepEqual(read('cards=nothing').cards, [])
})
