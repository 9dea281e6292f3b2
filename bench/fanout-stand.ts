import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { LIVE_PATH } from '../contract/path.ts'
import { gather } from './fanout-subject.ts'
import type { Subject } from './fanout-subject.ts'
import { queueText } from './fanout-text.ts'
import type { FanoutOptions } from './fanout-messages.ts'
import { SHORT } from './short.ts'

/** Pause for the writes that follow a change, and for their garbage collection, to end. */
const BETWEEN_MS = SHORT ? 30 : 120

export type FanoutMeasurement = {
  way: string
  listeners: number
  /** From the change to the receipt of the last listener. */
  lastMs: number
  cpuMs: number
  bytes: number
  idleKb: number
}

/** One way of broadcasting: a server and its listeners, which stay connected during the turns of the other ways. */
export type Stand = {
  /** Broadcasts one change, and records its figures if `counts`. */
  turn(turn: number, counts: boolean): Promise<void>
  /** To be called once, after the last listener has connected and the server is idle. */
  rested(): Promise<void>
  /** Closes all and returns the median of each figure, after a check of the texts that a browser would have read. */
  end(): FanoutMeasurement
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** A client of a real WebSocket library among the minimal listeners: the text that it decodes has to be identical. */
async function openReferenceClient(port: number, perMessageDeflate: boolean) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${LIVE_PATH}`, { perMessageDeflate })
  const receivedTexts = new Set<string>()
  socket.on('message', (message: Buffer) => receivedTexts.add(message.toString()))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.send(JSON.stringify({ artistUsername: 'kino', sessionId: 'concert-0' }))
  return {
    check(turns: number) {
      socket.terminate()
      for (let turn = 1; turn <= turns; turn += 1)
        if (!receivedTexts.has(queueText(turn))) throw new Error(`a witness missed change ${turn}`)
    },
  }
}

export async function openStand(
  way: string,
  subject: Subject,
  options: Omit<FanoutOptions, 'port'>,
): Promise<Stand> {
  const empty = await subject.rssBytes()
  const listenerProcess = await gather({ ...options, port: subject.port })
  const referenceClients =
    options.way === 'ours'
      ? await Promise.all([
          openReferenceClient(subject.port, true),
          openReferenceClient(subject.port, false),
        ])
      : []
  const last: number[] = []
  const cpu: number[] = []
  const sent: number[] = []
  let full = 0
  let lastTurn = 0
  return {
    async rested() {
      full = await subject.rssBytes()
    },
    async turn(turn, counts) {
      const before = await subject.cpuMs()
      const { seen } = await listenerProcess.expect()
      const began = await subject.broadcast(turn)
      const { at, bytes } = await seen
      await sleep(BETWEEN_MS)
      lastTurn = turn
      if (!counts) return
      last.push(Number(at - began) / 1e6)
      cpu.push((await subject.cpuMs()) - before)
      sent.push(bytes)
    },
    end() {
      for (const each of referenceClients) each.check(lastTurn)
      listenerProcess.end()
      subject.end()
      return {
        way,
        listeners: options.listeners,
        lastMs: middle(last),
        cpuMs: middle(cpu),
        bytes: Math.round(middle(sent)),
        idleKb: (full - empty) / 1_024 / options.listeners,
      }
    },
  }
}
