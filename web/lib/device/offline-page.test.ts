import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mock, test } from 'node:test'
import { createContext, runInContext } from 'node:vm'

const SCRIPT = readFileSync('web/public/offline/page.js', 'utf8')

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
