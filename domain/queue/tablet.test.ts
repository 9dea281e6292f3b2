import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SECOND_MS } from '../time.ts'
import {
  admitTablet,
  admitUnpaid,
  aheadWords,
  codeDigits,
  guestAfter,
  secondsUntilGone,
} from './tablet.ts'

test('A guest is asked ten seconds before the minute is over, and then forgotten', () => {
  const after = (seconds: number) => guestAfter(seconds * SECOND_MS)
  assert.equal(after(0), 'there')
  assert.equal(after(49), 'there')
  assert.equal(after(50), 'asked')
  assert.equal(after(59.9), 'asked')
  assert.equal(after(60), 'gone')
  assert.equal(secondsUntilGone(50 * SECOND_MS), 10)
  assert.equal(secondsUntilGone(59.5 * SECOND_MS), 1)
  assert.equal(secondsUntilGone(70 * SECOND_MS), 0)
})

test('A code may be typed with a space or a dash', () => {
  for (const typed of ['123456', '123 456', ' 123-456 ']) assert.equal(codeDigits(typed), '123456')
  assert.equal(codeDigits('нет'), '')
})

test('A concert has fifty tablets at most', () => {
  admitTablet(49)
  assert.throws(() => admitTablet(50), { code: 'ILLEGAL_STEP' })
})

test('A tablet takes no money', () => {
  admitUnpaid(false)
  assert.throws(() => admitUnpaid(true), {
    code: 'SONG_NOT_ACCEPTED',
    message: 'Платный заказ — с телефона',
  })
})

test('The place of a song is told before it is ordered', () => {
  assert.equal(aheadWords(4, false), 'перед вами 3 песни')
  assert.equal(aheadWords(2, false), 'перед вами 1 песня')
  assert.equal(aheadWords(6, false), 'перед вами 5 песен')
  assert.equal(aheadWords(1, false), 'вы следующие')
  assert.equal(aheadWords(3, true), 'уже в очереди, третья')
})
