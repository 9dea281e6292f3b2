import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createClient } from '@redis/client'
import { freePort } from '../../../scripts/free-port.ts'

const NO_SERVER =
  'Нет программы redis-server: её ставит npm test (в Debian: apt-get install redis-server).'
const START_MS = 10_000

async function answers(url: string): Promise<boolean> {
  const client = createClient({ url, socket: { reconnectStrategy: false } })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.ping()
    return true
  } catch {
    return false
  } finally {
    if (client.isOpen) client.destroy()
  }
}

/** Starts a Redis of the test's own on a free port, with nothing on the disk; it can be stopped and restarted at its address. */
export async function startRedis(password?: string) {
  const port = await freePort()
  const url = `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`
  let child: ChildProcess | null = null
  let gone: Promise<unknown> = Promise.resolve()

  async function start(): Promise<void> {
    const settings = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
    ]
    const lock = password === undefined ? [] : ['--requirepass', password]
    const started = spawn('redis-server', [...settings, ...lock], { stdio: 'ignore' })
    child = started
    let missing = false
    started.once('error', () => {
      missing = true
    })
    gone = new Promise((resolve) => started.once('close', resolve))
    const until = Date.now() + START_MS
    while (!(await answers(url))) {
      if (missing) throw new Error(NO_SERVER)
      if (Date.now() > until) throw new Error('redis-server does not start')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async function stop(): Promise<void> {
    child?.kill('SIGKILL')
    await gone
    child = null
  }

  await start()

  return {
    url,
    start,
    stop,
    /** Its connections stay open but get no answer, as behind a network that drops packets. */
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
    /** Runs `work` with a connection of its own. */
    async ask<T>(work: (client: ReturnType<typeof createClient>) => Promise<T>): Promise<T> {
      const client = createClient({ url })
      client.on('error', () => {})
      await client.connect()
      return work(client as ReturnType<typeof createClient>).finally(() => client.destroy())
    },
  }
}

export type TestRedis = Awaited<ReturnType<typeof startRedis>>
