import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Session } from '#contract/shapes.ts'
import { announced, homeTab } from './home-tab.ts'

const session = (id: string, sessionStatus: Session['sessionStatus']) =>
  ({ id, sessionStatus, active: sessionStatus === 'NOW' }) as Session

const LOADED = [session('tonight', 'SCHEDULED'), session('later', 'SCHEDULED')]

test('a concert that was just started is announced as running', () => {
  const running = session('tonight', 'NOW')
  assert.deepEqual(announced(LOADED, running, new Set(['tonight'])), [running, LOADED[1]])
})

test('a concert that ran here and has ended is announced no more', () => {
  assert.deepEqual(announced(LOADED, null, new Set(['tonight'])), [LOADED[1]])
})

test('before the pad has done anything the announcements stand as they came', () => {
  assert.deepEqual(announced(LOADED, null, new Set()), LOADED)
})

test('the running concert stands first, whatever was to begin before it', () => {
  const running = session('later', 'NOW')
  assert.deepEqual(announced(LOADED, running, new Set(['later'])), [running, LOADED[0]])
})

const at = (query: string) => new URLSearchParams(query)

test('opens the pad while a concert runs', () => {
  assert.equal(homeTab(at(''), true), 'concert')
})

test('opens «Сегодня» while none runs', () => {
  assert.equal(homeTab(at(''), false), 'today')
})

test('opens the tab that the address names, whatever runs', () => {
  assert.equal(homeTab(at('tab=announcement'), true), 'announcement')
  assert.equal(homeTab(at('tab=concert'), false), 'concert')
})

test('takes an unknown name for none', () => {
  assert.equal(homeTab(at('tab=settings'), false), 'today')
})
