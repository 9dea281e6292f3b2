import assert from 'node:assert/strict'
import { test } from 'node:test'
import { homeTab } from './home-tab.ts'

const at = (query: string) => new URLSearchParams(query)

test('opens the pad while a concert runs', () => {
  assert.equal(homeTab(at(''), true), 'concert')
})

test('opens the profile while none runs', () => {
  assert.equal(homeTab(at(''), false), 'profile')
})

test('opens the tab that the address names, whatever runs', () => {
  assert.equal(homeTab(at('tab=announcement'), true), 'announcement')
  assert.equal(homeTab(at('tab=concert'), false), 'concert')
})

test('takes an unknown name for none', () => {
  assert.equal(homeTab(at('tab=settings'), false), 'profile')
})
