import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownReviews } from './home-texts.ts'

test('outside a demo nothing is quoted that nobody said', () => {
  assert.equal(shownReviews(false).examples, false)
  const madeUp = shownReviews(true).reviews
  for (const review of shownReviews(false).reviews) assert.equal(madeUp.includes(review), false)
})

test('a demo shows how the section looks, and says that these are examples', () => {
  const { reviews, examples } = shownReviews(true)
  assert.equal(examples, true)
  assert.equal(reviews.length, 3)
})
