import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseLossless, tokenOf } from '#server/integrations/bank/tbank-dialect.ts'

const LOOK_AGAIN_MS = 20

/** Receives a bank's notices in the product's place, answers OK, and stores them until the test forwards them. */
export async function openWebhookRelay() {
  const notices: string[] = []
  const server = createServer((request, answer) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.once('end', () => {
      notices.push(Buffer.concat(parts).toString())
      answer.end('OK')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const about = (id: string) => notices.filter((body) => body.includes(id.replaceAll('-', '')))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    about,
    /** Waits for the notice of a payment with this status and returns it. */
    async notice(id: string, status: string, signal: AbortSignal): Promise<string> {
      for (;;) {
        const found = about(id).find((body) => body.includes(`"Status":"${status}"`))
        if (found !== undefined) return found
        await sleep(LOOK_AGAIN_MS, undefined, { signal })
      }
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type WebhookRelay = Awaited<ReturnType<typeof openWebhookRelay>>

/** The same notice with another sum, as forged without the password. */
export const withSum = (body: string, kopecks: number): string =>
  body.replace(/"Amount":\d+/u, `"Amount":${kopecks}`)

const withToken = (body: string, token: string): string =>
  body.replace(/"Token":"[^"]*"/u, `"Token":"${token}"`)

export const withWrongToken = (body: string): string => withToken(body, '0'.repeat(64))

/** Signs the notice with that password, whatever its content. */
export const signed = (body: string, password: string): string =>
  withToken(body, tokenOf(parseLossless(body) as Record<string, unknown>, password))
