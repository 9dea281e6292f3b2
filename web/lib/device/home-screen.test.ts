import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needsHomeScreen } from './home-screen.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Safari'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/131'

test('an iPhone or an iPad needs its home screen for push messages, once it is not there yet', () => {
  const phone = { userAgent: IPHONE, maxTouchPoints: 5, standalone: false }
  assert.equal(needsHomeScreen(phone, false), true)
  assert.equal(needsHomeScreen({ ...phone, userAgent: MAC }, false), true)
  assert.equal(needsHomeScreen({ ...phone, standalone: true }, true), false)
  assert.equal(needsHomeScreen(phone, true), false)
  assert.equal(needsHomeScreen({ ...phone, userAgent: MAC, maxTouchPoints: 0 }, false), false)
  assert.equal(needsHomeScreen({ userAgent: ANDROID, maxTouchPoints: 5 }, false), false)
})
