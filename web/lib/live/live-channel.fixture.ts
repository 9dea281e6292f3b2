import assert from 'node:assert/strict'
import type { LiveChannel, LiveOptions, LiveSocket, LiveState } from './live-channel.ts'
import { openLiveChannel } from './live-channel.ts'

type Listener = (event: { data: unknown; code: number }) => void

/** A fake socket: the browser's end of a connection, driven by the test in the server's place. */
class FakeSocket implements LiveSocket {
  readonly protocols: readonly string[] | undefined
  readonly sent: string[] = []
  closed = false
  readonly #listeners = new Map<string, Listener>()

  constructor(protocols?: readonly string[]) {
    this.protocols = protocols
  }

  addEventListener(type: string, listener: Listener) {
    this.#listeners.set(type, listener)
  }

  send(text: string) {
    this.sent.push(text)
  }

  close() {
    this.closed = true
  }

  emitOpen() {
    this.#emit('open', {})
  }

  emitMessage(message: unknown) {
    this.#emit('message', { data: typeof message === 'string' ? message : JSON.stringify(message) })
  }

  emitClose(code = 1006) {
    this.#emit('close', { code })
  }

  /** The registrations that were sent. */
  registrations(): unknown[] {
    return this.sent.filter((text) => text !== 'ping').map((text): unknown => JSON.parse(text))
  }

  pings(): number {
    return this.sent.filter((text) => text === 'ping').length
  }

  #emit(type: string, event: { data?: unknown; code?: number }) {
    this.#listeners.get(type)?.({ data: undefined, code: 0, ...event })
  }
}

/** A test environment with its own clock, random numbers and network. */
export function makeWorld(chance: () => number = () => 0) {
  let time = 1_000_000
  let lastTimer = 0
  const timers = new Map<number, { at: number; run: () => void }>()
  const sockets: FakeSocket[] = []
  const states: LiveState[] = []

  function open(more: Partial<LiveOptions> = {}): LiveChannel {
    return openLiveChannel({
      url: 'wss://bis.example/ws/updateModel',
      artistUsername: 'kino',
      sessionId: 'c1',
      onState: (state) => states.push(state),
      ...more,
      deps: {
        makeSocket(_, protocols): LiveSocket {
          const made = new FakeSocket(protocols)
          sockets.push(made)
          return made
        },
        now: () => time,
        setTimeout(run, ms) {
          lastTimer += 1
          timers.set(lastTimer, { at: time + ms, run })
          return lastTimer
        },
        clearTimeout: (timer) => void timers.delete(timer),
        random: chance,
        ...more.deps,
      },
    })
  }

  function socket() {
    const last = sockets.at(-1)
    assert.ok(last, 'no connection was tried')
    return last
  }

  return {
    open,
    socket,
    sockets,
    states,
    waits: () => [...timers.values()].map(({ at }) => at - time),
    now: () => time,
    state() {
      const last = states.at(-1)
      assert.ok(last, 'no state was told')
      return last
    },
    advance(ms: number) {
      const end = time + ms
      for (;;) {
        const [next] = [...timers].toSorted(([, a], [, b]) => a.at - b.at)
        if (next === undefined || next[1].at > end) break
        timers.delete(next[0])
        time = next[1].at
        next[1].run()
      }
      time = end
    },
    /** Opens a channel whose server has sent its first message. */
    openLive(queue: unknown): LiveChannel {
      const channel = open()
      socket().emitOpen()
      socket().emitMessage(queue)
      return channel
    },
  }
}

/** Installs a window and a visible page where the channel looks for them. */
export function makePage() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const frame = new EventTarget()
  Object.assign(globalThis, { window: frame, document: page })
  return { page, frame }
}
