import { WebSocket } from 'ws'
import { LIVE_PATH } from '#contract/path.ts'
import { openLiveChannel } from '#web/lib/live-channel.ts'
import type { LiveSocket } from '#web/lib/live-channel.ts'
import { machineMs } from './crowd-words.ts'
import type { CrowdAsked, CrowdOf, CrowdSaid } from './crowd-words.ts'
import { watchLeanly } from './lean-listener.ts'

const AT_ONCE = 50
const crowd = JSON.parse(process.argv[2] ?? '') as CrowdOf
const say = (said: CrowdSaid) => process.send?.(said)

let wanted: string | null = null
let left = 0
const ports: number[] = []

/** A listener that has heard; it counts once for what is wanted. */
function makeCounting() {
  let counted: string | null = null
  return (array: Buffer) => {
    if (wanted === null || counted === wanted || !array.includes(wanted)) return
    counted = wanted
    left -= 1
    if (left === 0) say({ kind: 'seen', at: machineMs() })
  }
}

async function open(count: number, one: () => Promise<unknown>) {
  for (let opened = 0; opened < count; opened += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - opened) }, one))
}

const lean = () =>
  watchLeanly(crowd, {
    stalls: false,
    heard: makeCounting(),
    cut: () => say({ kind: 'failed', why: 'a listener who reads was cut' }),
  })

const stalled = async () => {
  ports.push(await watchLeanly(crowd, { stalls: true, heard: () => {}, cut: () => {} }))
}

/** A page's own channel over a socket that is no browser's. */
const pages: { live: boolean; liveAt: number }[] = []
function page(): Promise<void> {
  const mine = { live: false, liveAt: 0 }
  pages.push(mine)
  const { promise, resolve } = Promise.withResolvers<void>()
  openLiveChannel({
    url: `ws://127.0.0.1:${crowd.port}${LIVE_PATH}`,
    artistUsername: crowd.artistUsername,
    sessionId: crowd.sessionId,
    events: true,
    onState({ connection }) {
      const live = connection === 'live'
      if (live && !mine.live) mine.liveAt = machineMs()
      mine.live = live
      if (live) resolve()
    },
    deps: {
      makeSocket(url): LiveSocket {
        const socket = new WebSocket(url)
        // A page hears of every end by `close` alone.
        socket.on('error', () => {})
        return socket
      },
      now: () => Date.now(),
      setTimeout: (run, ms) => setTimeout(run, ms)[Symbol.toPrimitive](),
      clearTimeout: (timer) => clearTimeout(timer),
      random: () => Math.random(),
    },
  })
  return promise
}

process.on('message', (asked: CrowdAsked) => {
  if (asked.kind === 'expect') {
    wanted = asked.text
    left = crowd.lean
    return say({ kind: 'expecting' })
  }
  if (asked.kind === 'stalled') return say({ kind: 'stalled', ports })
  const live = pages.filter((one) => one.live)
  return say({ kind: 'pages', live: live.length, liveAt: live.map(({ liveAt }) => liveAt) })
})
process.on('disconnect', () => process.exit(0))

try {
  await open(crowd.lean, lean)
  await open(crowd.stalled, stalled)
  await open(crowd.pages, page)
  say({ kind: 'ready' })
} catch (error) {
  say({ kind: 'failed', why: String(error) })
}
