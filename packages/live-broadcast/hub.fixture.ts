import { setImmediate as turn } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import type { Bus } from './bus.ts'
import { localBus } from './bus.ts'
import type { Watcher, WriteStatus } from './channel.ts'
import { sharedFrame } from './frame.ts'
import type { Frame } from './frame.ts'
import { makeHub } from './hub.ts'
import type { Hub, HubDeps } from './hub.ts'

const STEP_MS = 10

/** The text in a server frame, parsed by its header as a client would. */
export function textOf({ bytes }: Frame): string {
  const length = bytes[1] ?? 0
  const header = length < 126 ? 2 : length === 126 ? 4 : 10
  return bytes.toString('utf8', header)
}

type Listener = Watcher & {
  frames: Frame[]
  states(): string[]
  statuses(): unknown[]
  closes: number[]
}

export function makeListener(events = false): Listener {
  const frames: Frame[] = []
  const closes: number[] = []
  return {
    events,
    frames,
    closes,
    send: (frame) => void frames.push(frame),
    close: (code) => void closes.push(code),
    states: () => frames.filter(({ kind }) => kind === 'state').map(textOf),
    statuses: () =>
      frames
        .filter(({ kind }) => kind === 'status')
        .map((frame): unknown => JSON.parse(textOf(frame))),
  }
}

/** What `readStatus` returns for a status, or for a channel that no longer exists. */
export function statusOf(status: object | null): WriteStatus | null {
  return status && ((watchers) => JSON.stringify({ ...status, watchers }))
}

/** One channel whose data the test sets, a hub that reads it, and a clock that only the test moves. */
export function makeWorld(t: TestContext, more: Partial<HubDeps> = {}) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] })
  const stored: { state: string; status: object | null } = {
    state: '["first"]',
    status: { open: true },
  }
  const log: string[] = []
  const write = (_: object, sentence: string) => void log.push(sentence)
  const reads: string[] = []
  const bus = makeTestBus()

  function openHub(other: Partial<HubDeps> = {}): Hub {
    const hub = makeHub({
      async readState(channelId) {
        reads.push(channelId)
        return stored.state
      },
      readStatus: async () => statusOf(stored.status),
      closing: { frame: sharedFrame('error', '{"gone":true}', 1), code: 4404, reason: 'gone' },
      topic: 'changed',
      bus,
      now: () => Date.now(),
      log: { warn: write, error: write },
      ...more,
      ...other,
    })
    t.after(() => hub.close())
    return hub
  }

  return {
    stored,
    log,
    bus,
    reads,
    openHub,
    hub: openHub(),
    /** Advances the time in small steps, and after each lets pending promises settle. */
    advance: async (ms: number) => {
      for (let left = ms; left > 0; left -= STEP_MS) {
        t.mock.timers.tick(Math.min(left, STEP_MS))
        await turn()
      }
      await turn()
    },
  }
}

function makeTestBus(): Bus & { isHealthy: boolean; emitGap(): void } {
  const local = localBus()
  const gaps = new Set<() => void>()
  return {
    ...local,
    isHealthy: true,
    healthy() {
      return this.isHealthy
    },
    onGap(listener) {
      gaps.add(listener)
      return () => gaps.delete(listener)
    },
    emitGap() {
      for (const listener of gaps) listener()
    },
  }
}
