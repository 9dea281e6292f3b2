import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { messengersOf } from '#server/integrations/messengers/messengers.ts'
import { freePort } from '../../../scripts/free-port.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** A start that takes longer hangs, on any machine. */
const START_MS = 180_000

/** A random network address for each call, so that no limit by address is reached. */
export function anyAddress(): string {
  const part = () => 1 + Math.floor(Math.random() * 254)
  return `10.${part()}.${part()}.${part()}`
}

/** Creates a directory of the test's own. */
export function ownFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'bis-product-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

type Exit = { code: number | null; signal: NodeJS.Signals | null; output: string; ms: number }

/** Passes on only what finds programs and their compile cache, so that no start compiles them again. */
function bareEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) }
}

/** Runs a command of the product (`scripts/ledger.ts audit`) until it ends; `output` is stdout and stderr together. */
export async function runCommand(env: Readonly<Record<string, string>>, ...args: string[]) {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...bareEnvironment(), ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output += part.toString()
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output, ms: Math.round(performance.now() - began) }
}

function start(
  env: Record<string, string>,
  root: string,
  openFiles?: number,
): {
  child: ChildProcess
  output(): string
  exit: Promise<Exit>
} {
  const began = performance.now()
  let output = ''
  const node = [process.execPath, 'server/main.ts']
  const limited = ['sh', '-c', `ulimit -n ${openFiles} && exec "$0" "$@"`, ...node]
  const [command = '', ...args] = openFiles === undefined ? node : limited
  const child = spawn(command, args, {
    cwd: root,
    env: {
      ...bareEnvironment(),
      HOST: '127.0.0.1',
      // A backup of the database at each start would be half of its work.
      BACKUPS: 'off',
      LOG_LEVEL: 'warn',
      DEMO: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      output += part.toString()
    })
  const exit = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) =>
      resolve({ code, signal, output, ms: performance.now() - began }),
    )
  })
  return { child, output: () => output, exit }
}

/** Runs the process until it ends by itself. */
export async function runToEnd(env: Record<string, string>): Promise<Exit> {
  const { child, exit } = start(env, ROOT)
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS)
  const ended = await exit
  clearTimeout(timer)
  return ended
}

export type Product = {
  url: string
  pid: number
  output(): string
  /** The password of the demo's artists, as the start prints it. */
  demoPassword(): Promise<string>
  kill(signal: NodeJS.Signals): Promise<Exit>
}

/**
 * Starts the process as a person does, on a port of its own, and waits until it is ready. `root` is the directory of
 * its version, `openFiles` the system's limit for it.
 */
export async function startProduct(
  env: Record<string, string>,
  root = ROOT,
  openFiles?: number,
): Promise<Product> {
  const port = Number(env['PORT'] ?? (await freePort()))
  const { child, output, exit } = start({ ...env, PORT: String(port) }, root, openFiles)
  const url = `http://127.0.0.1:${port}`
  let ended: Exit | null = null
  void exit.then((how) => {
    ended = how
  })
  const until = Date.now() + START_MS
  for (;;) {
    if (ended !== null) throw new Error(`the product ended at its start: ${output()}`)
    if (Date.now() > until) throw new Error(`the product is not ready: ${output()}`)
    const ready = await fetch(`${url}/readyz`).catch(() => null)
    if (ready?.status === 200) break
    await sleep(50)
  }
  return {
    url,
    pid: child.pid ?? 0,
    output,
    async demoPassword() {
      for (;;) {
        const [, password] = /никнейм \S+, пароль (\S+)\n/u.exec(output()) ?? []
        if (password !== undefined) return password
        if (ended !== null || Date.now() > until) throw new Error(`no demo login: ${output()}`)
        await sleep(20)
      }
    },
    async kill(signal) {
      child.kill(signal)
      return exit
    },
  }
}

/** A bot that is bound to no chat, and so is never called: a test that binds one starts a server for it. */
export const silentBots = () =>
  messengersOf({ telegram: { url: 'http://127.0.0.1:9', token: '1:none', bot: 'bis_bot' } })
