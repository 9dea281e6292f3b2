import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkQrColours, QR_COLOURS, qrModule } from './qr-code.ts'
import { Refusal } from '../refusal.ts'

const refusedAt = (field: string, words: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.code === 'VALIDATION' && words.test(error.fields?.[field] ?? '')

test('the usual colours are good', () => {
  checkQrColours(QR_COLOURS)
})

test('a code is dark on light, with at least 4.5 between the two', () => {
  checkQrColours({ colour: '#16100A', background: '#FF7A1A' })
  checkQrColours({ colour: '#767676', background: '#ffffff' })
  const similar = refusedAt('colour', /слишком близки/)
  assert.throws(() => checkQrColours({ colour: '#777777', background: '#ffffff' }), similar)
  assert.throws(() => checkQrColours({ colour: '#ff0000', background: '#ffffff' }), similar)
  const lighter = refusedAt('colour', /темнее фона/)
  assert.throws(() => checkQrColours({ colour: '#ffffff', background: '#000000' }), lighter)
  assert.throws(() => checkQrColours({ colour: '#ffffff', background: '#ffffff' }), lighter)
})

test('a picture is never too small for its code', () => {
  assert.equal(qrModule(128, 37), 3)
  assert.equal(qrModule(128, 64), 2)
  assert.throws(() => qrModule(128, 65), refusedAt('size', /не меньше 130 точек/))
})
