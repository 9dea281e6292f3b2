import type { FastifyInstance } from 'fastify'
import type { Log } from '#server/platform/lifecycle/log.ts'
import { tbankBank } from '#server/integrations/bank/bank.tbank.ts'
import { makeSandboxBank } from '#packages/tbank-sandbox/bank.ts'
import { newSandboxKeys } from '#demo/bank/keys.ts'
import type { SandboxKeys } from '#demo/bank/keys.ts'
import { memoryStore } from '#packages/tbank-sandbox/store.ts'

export const BANK_PASSWORD = 'open sesame'

let made: SandboxKeys | undefined

/** One key pair for all worlds of a process, because it is slow to generate. */
export function bankKeys(): SandboxKeys {
  made ??= { ...newSandboxKeys(), password: BANK_PASSWORD }
  return made
}

/** The demo bank of a world and the client for it; both go through the server under test, without a network. */
export function demoBank(deps: {
  now: () => Date
  publicUrl: string
  log: Log
  http: () => FastifyInstance
  /** Whether the terminal charges cards at once. */
  oneStage?: boolean
}) {
  const store = memoryStore()
  const bankUrl = `${deps.publicUrl}/sandbox-bank`
  const sandbox = makeSandboxBank({
    store,
    now: deps.now,
    keys: bankKeys(),
    shop: 'Бис',
    url: bankUrl,
    log: deps.log,
    oneStage: deps.oneStage ?? false,
    payoutNoticesUrl: () => `${deps.publicUrl}/api/v1/payment/notification`,
    async deliver(url, body) {
      const { statusCode, body: text } = await deps.http().inject({
        method: 'POST',
        url: new URL(url).pathname,
        headers: { 'content-type': 'application/json' },
        payload: body,
      })
      return { status: statusCode, text }
    },
  })
  const inject = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    const answer = await deps.http().inject({
      method: init?.method === 'POST' ? 'POST' : 'GET',
      url: `${url.pathname}${url.search}`,
      headers: { 'content-type': 'application/json' },
      ...(typeof init?.body === 'string' ? { payload: init.body } : {}),
    })
    return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode })
  }
  const bank = tbankBank({
    ...bankKeys(),
    url: bankUrl,
    oneStage: deps.oneStage ?? false,
    payouts: { ...bankKeys().payouts, signs: 'digest' },
    registryUrl: `${bankUrl}/registry`,
    now: deps.now,
    fetch: inject,
  })
  return { sandbox, bank, store }
}
