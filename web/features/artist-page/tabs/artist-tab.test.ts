import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startedHref, tabHref, tabOf } from './artist-tab.ts'

const asked = (search: string) => new URLSearchParams(search)

test('without a wish the page opens on the profile, and on the order tab while a concert is on', () => {
  assert.equal(tabOf(asked(''), false), 'profile')
  assert.equal(tabOf(asked(''), true), 'order')
  assert.equal(tabOf(asked('tab=toString'), false), 'profile')
})

test('the tab that is asked for is shown, concert or not', () => {
  assert.equal(tabOf(asked('tab=profile'), true), 'profile')
  assert.equal(tabOf(asked('tab=order'), false), 'order')
  assert.equal(tabOf(asked('tab=afisha'), true), 'afisha')
})

test('a tab is also shown by the name that the specification gives it', () => {
  assert.equal(tabOf(asked('tab=artistInfo'), true), 'profile')
  assert.equal(tabOf(asked('tab=orderSong'), false), 'order')
  assert.equal(tabOf(asked('tab=upcomingPerformances'), true), 'afisha')
})

test('an address says only what there is to say', () => {
  assert.equal(tabHref('profile'), '?tab=profile')
  assert.equal(tabHref('order', { q: '', song: 'a' }), '?tab=order&song=a')
  const search = asked(tabHref('order', { q: 'Ёлка & Ко', suggest: true }))
  assert.equal(search.get('q'), 'Ёлка & Ко')
  assert.equal(search.get('suggest'), '1')
})

test('a concert that begins is opened by the pass that came before it', () => {
  const pass = crypto.randomUUID()
  assert.equal(startedHref('order', asked(`t=5&pass=${pass}`)), `?tab=order&pass=${pass}`)
  assert.equal(startedHref('afisha', asked('pass=word')), '?tab=afisha')
})
