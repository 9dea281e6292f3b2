import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type GeocoderRequest = {
  path: string
  query: Record<string, string>
  headers: IncomingMessage['headers']
  body: string
}
type GeocoderTestAnswer = (reply: ServerResponse, asked: GeocoderRequest) => void

/** A geocoder's server on this machine that answers as a test says and records the requests. */
export async function geocoderServer() {
  const asked: GeocoderRequest[] = []
  const world = {
    url: '',
    asked,
    answer: ((reply) => reply.end('[]')) as GeocoderTestAnswer,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer(async (request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://geocoder')
    let body = ''
    for await (const part of request) body += String(part)
    const question = {
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      body,
    }
    asked.push(question)
    world.answer(reply, question)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  world.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return world
}

export const jsonAnswer = (answer: unknown): GeocoderTestAnswer => {
  return (reply) => reply.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
}

/** Invalid answers of a geocoder, by what is wrong with them. */
export const BROKEN: readonly (readonly [what: string, how: GeocoderTestAnswer])[] = [
  ['is no JSON', (reply) => reply.end('<html>')],
  ['is of another shape', jsonAnswer({ suggestions: { 0: 1 } })],
  ['is null', jsonAnswer(null)],
  ['breaks off', (reply) => reply.write('{"suggestions": [', () => reply.destroy())],
  ['is huge', (reply) => reply.end(`["${'x'.repeat(600_000)}"]`)],
  ['never ends', (reply) => endless(reply)],
  ['is a fault', (reply) => reply.writeHead(500).end()],
  ['leads elsewhere', (reply) => reply.writeHead(302, { location: '/other' }).end()],
]

/** Writes until the connection is closed. */
function endless(reply: ServerResponse): void {
  const more = () => {
    if (!reply.destroyed) reply.write('x'.repeat(50_000), () => setImmediate(more))
  }
  more()
}
