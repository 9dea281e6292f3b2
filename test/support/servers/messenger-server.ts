import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type MessengerCall = {
  /** Below the server's own address, with the query. */
  path: string
  method: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

/** What a server of a test answers; `hang`: nothing at all. */
export type MessengerReply = { status: number; body: object } | 'hang'

/** What stands before a service answers for it. */
const PAGE = '<html><body>nginx</body></html>'

/** Starts a server that speaks a messenger's protocol, as `answer` knows it, and keeps what it was asked. */
export async function startMessengerServer(answer: (call: MessengerCall) => MessengerReply) {
  const calls: MessengerCall[] = []
  const held: ServerResponse[] = []
  const fault = { outage: null as null | 'hangs' | 'cuts' | number }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const type = request.headers['content-type'] ?? ''
      const isForm = type.includes('urlencoded')
      const body = isForm
        ? Object.fromEntries(new URLSearchParams(text))
        : type.startsWith('multipart')
          ? { multipart: text }
          : JSON.parse(text || '{}')
      const { url: path = '', method = '', headers } = request
      const call = { path, method, headers, body }
      calls.push(call)
      const { outage } = fault
      if (outage === 'cuts') return request.socket.destroy()
      if (typeof outage === 'number')
        return response.writeHead(outage, { 'content-type': 'text/html' }).end(PAGE)
      const reply = outage === 'hangs' ? 'hang' : answer(call)
      if (reply === 'hang') held.push(response)
      else
        response
          .writeHead(reply.status, { 'content-type': 'application/json' })
          .end(JSON.stringify(reply.body))
      return undefined
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** Set to what every call meets instead of an answer; a number: a page with this status. */
    fault,
    async [Symbol.asyncDispose]() {
      for (const response of held) response.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
