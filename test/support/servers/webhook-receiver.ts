import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '#contract/index.ts'
import type { WebhookEvent } from '#domain/webhooks.ts'
import type { TestArtist, World } from '../world.ts'

type Received = {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly event: WebhookEvent
}

/** Starts an artist's program on this machine: it takes events while it is up, and answers `down` otherwise. */
export async function startWebhookReceiver() {
  const receiver = {
    received: [] as Received[],
    /** The status of refusals; 0: the connection is cut. null: it accepts. */
    down: null as number | null,
    /** How late it answers. */
    slowMs: 0,
  }
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    await sleep(receiver.slowMs)
    if (receiver.down === 0) return request.socket.destroy()
    if (receiver.down !== null) return response.writeHead(receiver.down).end('нет')
    const event = JSON.parse(body) as WebhookEvent
    receiver.received.push({ headers: request.headers, body, event })
    return response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/`
  return Object.assign(receiver, {
    url,
    types: () => receiver.received.map(({ event }) => event.type),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

/** A webhook of this artist that leads to an address of this machine, which no artist may give. */
export async function addWebhookTo(world: World, artist: TestArtist, url: string) {
  const body = { url: 'https://hooks.example/bis' }
  const made = await world.ok(api.webhooks.add, { body }, artist)
  await world.sql.updateTable('webhooks').set({ url }).where('id', '=', made.id).execute()
  return made
}

/** As the page for developers says it is signed. */
export function signatureOf(secret: string, { headers, body }: Received): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
