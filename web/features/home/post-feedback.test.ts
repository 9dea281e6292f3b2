import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passedOn, withParam } from './post-feedback.ts'

test('the whole query string goes along, letter for letter', () => {
  const search = '?utm_source=vk&name=%D0%91%D0%B8%D1%81+1&utm_source=tg&flag&a=b=c'
  assert.equal(passedOn(search), search)
})

test('what a form of the first page left in the address stays behind', () => {
  assert.equal(passedOn('?thanks&utm_source=vk'), '?utm_source=vk')
  assert.equal(passedOn('?index&utm_source=vk&thanks='), '?utm_source=vk')
  assert.equal(passedOn('?thanks'), '')
  assert.equal(passedOn('?thanksgiving=1&indexed=2'), '?thanksgiving=1&indexed=2')
})

test('no query string stays none', () => {
  assert.equal(passedOn(''), '')
  assert.equal(passedOn('?'), '')
})

test('the form keeps the visitor’s own query string beside its word, once', () => {
  assert.equal(withParam('', 'thanks'), '/?thanks')
  assert.equal(withParam('?ref=bar', 'index'), '/?index&ref=bar')
  assert.equal(withParam('?index&ref=bar', 'thanks'), '/?thanks&ref=bar')
})
