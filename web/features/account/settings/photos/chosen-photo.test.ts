import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstCrop } from './chosen-photo.ts'

test('the first crop of an upright photo is around its upper third', () => {
  const crop = { x: 0, y: 700, width: 1200, height: 600 }
  assert.deepEqual(firstCrop({ width: 1200, height: 3000 }), crop)
})

test('the first crop of a photo not much higher than wide stays inside it', () => {
  assert.deepEqual(firstCrop({ width: 1000, height: 1200 })?.y, 150)
  assert.deepEqual(firstCrop({ width: 1200, height: 1201 })?.height, 600)
})

test('a photo wider than high is cropped in its middle', () => {
  assert.equal(firstCrop({ width: 1600, height: 1200 }), null)
})
