import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as rest } from 'node:timers/promises'
import type { Awake, WakeLockApi } from './keep-awake.ts'
import { keepAwake } from './keep-awake.ts'

function makeDoor({ refuses = false } = {}) {
  const attention = new Set<() => void>()
  const lamps: { release(): Promise<void> }[] = []
  const told: Awake[] = []
  let visible = true
  let willing = !refuses
  const door: WakeLockApi = {
    isSecure: true,
    isVisible: () => visible,
    onAttention(run) {
      attention.add(run)
      return () => attention.delete(run)
    },
    wakeLock: {
      request() {
        if (!willing) return Promise.reject(new Error('NotAllowedError'))
        const releases = new Set<() => void>()
        const lamp = {
          addEventListener: (_: 'release', run: () => void) => void releases.add(run),
          release: () => {
            for (const run of releases) run()
            return Promise.resolve()
          },
        }
        lamps.push(lamp)
        return Promise.resolve(lamp)
      },
    },
  }
  const notice = async () => {
    for (const run of attention) run()
    await rest()
  }
  return {
    door,
    told,
    lamps,
    tell: (awake: Awake) => void told.push(awake),
    watchers: () => attention.size,
    notice,
    hide: async () => {
      visible = false
      await lamps.at(-1)?.release()
      await notice()
    },
    comeBack: async () => {
      visible = true
      await notice()
    },
    allow: () => {
      willing = true
    },
  }
}

test('the screen is kept lit, and again after the page was out of sight', async () => {
  const browser = makeDoor()
  keepAwake(browser.door, browser.tell)
  await rest()
  await browser.hide()
  assert.deepEqual(browser.told, [{ on: true }, { on: false, why: null }])
  await browser.comeBack()
  assert.deepEqual(browser.told.at(-1), { on: true })
  assert.equal(browser.lamps.length, 2)
})

test('a browser that refuses is asked again at the next touch', async () => {
  const browser = makeDoor({ refuses: true })
  keepAwake(browser.door, browser.tell)
  await rest()
  assert.deepEqual(browser.told, [{ on: false, why: 'браузер не дал держать его включённым' }])
  browser.allow()
  await browser.notice()
  assert.deepEqual(browser.told.at(-1), { on: true })
})

test('a browser that cannot is told of, with its reason', () => {
  const whys = [true, false].map((isSecure) => {
    const told: Awake[] = []
    const { door } = makeDoor()
    keepAwake({ ...door, isSecure, wakeLock: undefined }, (awake) => void told.push(awake))
    const [awake] = told
    return awake?.on === false ? awake.why : null
  })
  assert.deepEqual(whys, ['этот браузер не умеет его удерживать', 'для этого нужен адрес с https'])
})

test('after the end the screen may go out, and nothing is asked or told any more', async () => {
  const browser = makeDoor()
  const end = keepAwake(browser.door, browser.tell)
  await rest()
  end()
  await browser.notice()
  assert.deepEqual(browser.told, [{ on: true }])
  assert.equal(browser.watchers(), 0)
  assert.equal(browser.lamps.length, 1)
})
