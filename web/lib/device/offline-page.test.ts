import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mock, test } from 'node:test'
import { createContext, runInContext } from 'node:vm'

const SCRIPT = readFileSync('web/public/offline/page.js', 'utf8')

test('a link that was tapped on another page is not followed: a tab opened from it has a copy', () => {
  const leave = (tappedOn: string) => {
    let led = 'nowhere'
    let online = () => {}
    const world = createContext({
      setInterval: () => 0,
      clearInterval: () => undefined,
      sessionStorage: { tapped: '/user/lada?song=1', tappedOn },
      location: {
        href: '/payment/1',
        reload: () => (led = 'here'),
        replace: (to: string) => (led = to),
      },
      addEventListener: (_: string, listener: () => void) => (online = listener),
    })
    runInContext(SCRIPT, world)
    online()
    return led
  }
  assert.equal(leave('/payment/1'), '/user/lada?song=1')
  assert.equal(leave('/user/lada'), 'here')
})

test('the page without a network is left as soon as the server answers, whatever the browser says', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  let isBack = false
  let loads = 0
  const world = createContext({
    setTimeout,
    setInterval,
    clearInterval,
    AbortSignal: {},
    document: { hidden: false },
    sessionStorage: {},
    location: { reload: () => (loads += 1) },
    addEventListener: () => undefined,
    fetch: async () => {
      if (!isBack) throw new TypeError('no network')
      return { ok: true }
    },
  })
  runInContext(SCRIPT, world)
  const wait = async () => {
    mock.timers.tick(5000)
    await new Promise(setImmediate)
  }
  await wait()
  assert.equal(loads, 0)
  isBack = true
  await wait()
  await wait()
  assert.equal(loads, 1)
})
