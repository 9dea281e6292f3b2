import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitText } from './ahead.ts'
import type { MergedOrder } from './mine/merge-orders.ts'
import { endText, limitInSheetText, limitNowText } from './sheets/before-texts.ts'

const told = { place: 6, waitMinutes: { from: 18, to: 30 } }

test('the end is told with what it means for the song', () => {
  const ends = { ...told, endsAt: '2026-11-21T20:00:00Z' }
  assert.equal(endText(ends, 'Europe/Moscow'), 'концерт до 23:00')
  assert.equal(
    endText({ ...ends, mayMiss: true }, 'Europe/Moscow'),
    'концерт до 23:00, может не успеть',
  )
  assert.equal(endText(told, 'Europe/Moscow'), null)
})

test('what is left of the limit is told before it is reached and where it is', () => {
  assert.equal(limitText({ ordered: 1, most: 2 }), null)
  assert.equal(limitText({ ordered: 2, most: 2 }), '2 из 2 заказано. Третью можно после первой')
  assert.equal(
    limitInSheetText({ ordered: 0, most: 2 }),
    'Это первая песня из двух, потом можно ещё одну',
  )
  assert.equal(
    limitInSheetText({ ordered: 1, most: 2 }),
    'Это вторая песня из двух. Третью можно, когда сыграют первую',
  )
  assert.equal(limitInSheetText({ ordered: 2, most: 2 }), null)
})

test('the next order may come with the first own song that counts, be it the one that sounds', () => {
  const own = (title: string, state: MergedOrder['state'], place: number | null) =>
    ({ title, state, place, amount: null, waitMinutes: { from: 8, to: 10 } }) as MergedOrder
  const [plays, waits] = [own('Zombie', 'NOW', null), own('Creep', 'SCHEDULED', 4)]
  const wait = 'Третью можно, когда сыграют «Creep», примерно через 8–10 минут'
  assert.equal(limitNowText(2, [waits, plays], false), 'Третью можно, когда доиграет «Zombie»')
  assert.equal(limitNowText(2, [waits, own('Zombie', 'PLAYED', null)], false), wait)
  const paid = [plays, waits].map((one) => ({ ...one, amount: 20_000 }))
  assert.equal(limitNowText(2, paid, true), wait, 'a paid one counts until it begins')
  assert.equal(limitNowText(2, [own('Creep', 'PLAYED', null)], false), null)
})
