import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as rest } from 'node:timers/promises'
import type { Awake, WakeLockApi } from './keep-awake.ts'
import { keepAwake } from './keep-awake.ts'

function makeWakeLockApi({ refuses = false } = {}) {
  const attention = new Set<() => void>()
  const sentinels: { release(): Promise<void> }[] = []
  const reported: Awake[] = []
  let visible = true
  let willing = !refuses
  const wakeLockApi: WakeLockApi = {
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
        const sentinel = {
          addEventListener: (_: 'release', run: () => void) => void releases.add(run),
          release: () => {
            for (const run of releases) run()
            return Promise.resolve()
          },
        }
        sentinels.push(sentinel)
        return Promise.resolve(sentinel)
      },
    },
  }
  const notice = async () => {
    for (const run of attention) run()
    await rest()
  }
  return {
    wakeLockApi,
    reported,
    sentinels,
    onChange: (awake: Awake) => void reported.push(awake),
    watchers: () => attention.size,
    notice,
    hide: async () => {
      visible = false
      await sentinels.at(-1)?.release()
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
  const browser = makeWakeLockApi()
  keepAwake(browser.wakeLockApi, browser.onChange)
  await rest()
  await browser.hide()
  assert.deepEqual(browser.reported, [{ on: true }, { on: false, why: null }])
  await browser.comeBack()
  assert.deepEqual(browser.reported.at(-1), { on: true })
  assert.equal(browser.sentinels.length, 2)
})

test('a browser that refuses is asked again at the next touch', async () => {
  const browser = makeWakeLockApi({ refuses: true })
  keepAwake(browser.wakeLockApi, browser.onChange)
  await rest()
  assert.deepEqual(browser.reported, [{ on: false, why: 'браузер не дал держать его включённым' }])
  browser.allow()
  await browser.notice()
  assert.deepEqual(browser.reported.at(-1), { on: true })
})

test('a browser that cannot is told of, with its reason', () => {
  const whys = [true, false].map((isSecure) => {
    const reported: Awake[] = []
    const { wakeLockApi } = makeWakeLockApi()
    keepAwake(
      { ...wakeLockApi, isSecure, wakeLock: undefined },
      (awake) => void reported.push(awake),
    )
    const [awake] = reported
    return awake?.on === false ? awake.why : null
  })
  assert.deepEqual(whys, ['этот браузер не умеет его удерживать', 'для этого нужен адрес с https'])
})

test('after the end the screen may go out, and nothing is asked or told any more', async () => {
  const browser = makeWakeLockApi()
  const end = keepAwake(browser.wakeLockApi, browser.onChange)
  await rest()
  end()
  await browser.notice()
  assert.deepEqual(browser.reported, [{ on: true }])
  assert.equal(browser.watchers(), 0)
  assert.equal(browser.sentinels.length, 1)
})
