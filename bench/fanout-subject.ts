import { execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type {
  FanoutRequest,
  FanoutOptions,
  FanoutResult,
  ServerReply,
  FanoutWay,
} from './fanout-messages.ts'

const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** A measured server, in a process of its own. */
export type Subject = {
  port: number
  /** Broadcasts a change; returns the time at which it began, in nanoseconds of the machine's clock. */
  broadcast(turn: number): Promise<bigint>
  rssBytes(): Promise<number>
  cpuMs(): Promise<number>
  end(): void
}

export async function serve(way: Exclude<FanoutWay, 'floor'>, concerts: number): Promise<Subject> {
  const child = fork(beside('./fanout-server.ts'), [way, String(concerts)], {
    execArgv: ['--expose-gc'],
  })
  const answer = async (asked?: FanoutRequest) => {
    const coming = once(child, 'message') as Promise<[ServerReply]>
    if (asked !== undefined) child.send(asked)
    return (await coming)[0]
  }
  const listening = await answer()
  if (listening.kind !== 'listening') throw new Error('the server spoke out of turn')
  return {
    port: listening.port,
    async broadcast(turn) {
      const reply = await answer({ kind: 'tell', turn })
      if (reply.kind !== 'told') throw new Error('the server spoke out of turn')
      return BigInt(reply.at)
    },
    async rssBytes() {
      const rest = await answer({ kind: 'rest' })
      if (rest.kind !== 'rest') throw new Error('the server spoke out of turn')
      return rest.rssBytes
    },
    async cpuMs() {
      const cpu = await answer({ kind: 'cpu' })
      if (cpu.kind !== 'cpu') throw new Error('the server spoke out of turn')
      return cpu.ms
    },
    end: () => child.disconnect(),
  }
}

/** The floor's program, or null on a machine without a C compiler. */
export function compileFloor(): string | null {
  const program = join(mkdtempSync(join(tmpdir(), 'bis-floor-')), 'floor')
  try {
    execFileSync('cc', ['-O2', '-o', program, beside('./fanout-floor.c')], { stdio: 'ignore' })
    return program
  } catch {
    return null
  }
}

export async function serveFloor(program: string, frameBytes: number): Promise<Subject> {
  const child = spawn(program, [String(frameBytes)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const answer = async (word?: string) => {
    if (word !== undefined) child.stdin.write(`${word}\n`)
    const { value } = await lines.next()
    return String(value).split(' ').slice(1)
  }
  const [port] = await answer()
  return {
    port: Number(port),
    async broadcast() {
      const [at = ''] = await answer('tell')
      return BigInt(at)
    },
    async rssBytes() {
      const [rss] = await answer('rest')
      return Number(rss)
    },
    async cpuMs() {
      const [, cpuUs] = await answer('rest')
      return Number(cpuUs) / 1_000
    },
    end: () => void child.kill(),
  }
}

/** The listeners run in a process of their own, so that they do not share the server's core. */
export async function gather(options: FanoutOptions) {
  const child = fork(beside('./fanout-listeners.ts'), [JSON.stringify(options)])
  const nextResult = async () => {
    const [result] = (await once(child, 'message')) as [FanoutResult]
    if (result.kind === 'failed') throw new Error(`a listener: ${result.why}`)
    return result
  }
  await nextResult()
  return {
    /** Resets the listeners' counters; `seen` resolves when the last listener has received the change. */
    async expect(): Promise<{ seen: Promise<{ at: bigint; bytes: number }> }> {
      const waiting = nextResult()
      child.send('count')
      await waiting
      const seen = nextResult().then((result) => {
        if (result.kind !== 'seen') throw new Error('the listeners spoke out of turn')
        return { at: BigInt(result.at), bytes: result.bytes }
      })
      return { seen }
    },
    end: () => void child.kill(),
  }
}
