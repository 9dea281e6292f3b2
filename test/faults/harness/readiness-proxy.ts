import { Agent, createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

const ASK_EVERY_MS = 100
const ASK_MOST_MS = 1000
/** Headers of one connection, which are not forwarded. */
const OF_A_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding'])

function withoutHop(headers: IncomingMessage['headers']) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_A_HOP.has(name)))
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ASK_MOST_MS) })
    await answer.text()
    return answer.status === 200
  } catch {
    return false
  }
}

/**
 * Starts a proxy that polls the readiness of several processes and sends each request to the next ready one. As in
 * deploy/nginx.conf a request is retried only where none of it was taken, or where it changes nothing. Client addresses
 * are forwarded as the phones send them.
 */
export async function openReadinessProxy() {
  let behind: readonly string[] = []
  let ready: readonly string[] = []
  let [turn, repeated] = [0, 0]
  const agent = new Agent({ keepAlive: true })
  const upgraded = new Set<Duplex>()
  const over = new AbortController()

  async function look(): Promise<void> {
    const asked = behind
    const answers = await Promise.all(asked.map(isReady))
    ready = asked.filter((_, at) => answers[at] === true)
  }
  const looking = (async () => {
    while (!over.signal.aborted) {
      await look()
      await sleep(ASK_EVERY_MS)
    }
  })()
  const next = () => ready[turn++ % Math.max(1, ready.length)]

  function forward(
    near: IncomingMessage,
    body: Buffer,
    answer: ServerResponse,
    left: number,
  ): void {
    const url = next()
    if (url === undefined) return void answer.writeHead(502).end()
    const { method = 'GET', headers } = near
    const far = request(url + near.url, { method, headers: withoutHop(headers), agent })
    let taken = false
    far.once('socket', (socket: Socket) => {
      if (socket.connecting) socket.once('connect', () => (taken = true))
      else taken = true
    })
    far.once('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, withoutHop(response.headers))
      response.once('error', () => answer.destroy())
      response.pipe(answer)
    })
    far.once('error', () => {
      const safe = !taken || method === 'GET' || method === 'HEAD'
      if (answer.headersSent || !safe || left <= 1) return void answer.destroy()
      repeated += 1
      return forward(near, body, answer, left - 1)
    })
    answer.once('close', () => {
      if (!answer.writableFinished) far.destroy()
    })
    far.end(body)
    return undefined
  }

  function leadOpen(near: IncomingMessage, line: Duplex, head: Buffer, left: number): void {
    const url = next()
    if (url === undefined || left === 0) return void line.destroy()
    const { hostname, port } = new URL(url)
    const far = connect(Number(port), hostname)
    let met = false
    far.once('connect', () => {
      met = true
      const said = Array.from({ length: near.rawHeaders.length / 2 }, (_, at) =>
        near.rawHeaders.slice(2 * at, 2 * at + 2).join(': '),
      )
      far.write(`${near.method} ${near.url} HTTP/1.1\r\n${said.join('\r\n')}\r\n\r\n`)
      far.write(head)
      far.pipe(line).pipe(far)
    })
    far.on('error', () => (met ? line.destroy() : leadOpen(near, line, head, left - 1)))
    far.on('close', () => {
      if (met) line.destroy()
    })
    line.on('close', () => far.destroy())
    return undefined
  }

  const server = createServer((near, answer) => {
    const parts: Buffer[] = []
    near.on('data', (part: Buffer) => parts.push(part))
    near.once('end', () => forward(near, Buffer.concat(parts), answer, ready.length))
  })
  server.on('upgrade', (near, line, head) => {
    upgraded.add(line)
    line.on('error', () => line.destroy())
    line.once('close', () => upgraded.delete(line))
    leadOpen(near, line, head, ready.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Called after the start, since the processes need the proxy's address first. */
    setTargets(urls: readonly string[]): void {
      behind = urls
    },
    /** Resolves once this number of processes is ready. */
    async untilReady(many: number): Promise<void> {
      while (ready.length < many) await sleep(ASK_EVERY_MS / 4)
    },
    /** How often a request was sent again to the next process. */
    repeated: () => repeated,
    async remove(): Promise<void> {
      over.abort()
      await looking
      agent.destroy()
      for (const line of upgraded) line.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
