import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { kopecks } from '#domain/money.ts'
import type { Bank, BankOutcome, NamedPayout } from '#server/integrations/bank/bank.ts'
import { tbankBank } from '#server/integrations/bank/bank.tbank.ts'
import { tokenOf } from '#server/integrations/bank/tbank-dialect.ts'
import { makeSandboxBank } from './bank.ts'
import type { SandboxBank } from './bank.ts'
import { newSandboxKeys } from './keys.ts'
import type { SandboxKeys } from './keys.ts'
import { serveSandboxBank } from './serve.ts'
import { memoryStore } from './store.ts'

export type BankWorld = Awaited<ReturnType<typeof makeBankWorld>>
/** A notice to the shop, and the bank that sent it. */
type BankNotice = { url: string; body: string; by: string }

export const SHOP = 'https://shop.example'
const PUBLIC_URL = 'http://bank.example'
const NOTICES_URL = `${SHOP}/notices`
const HANG_MS = 30
const MINUTE = 60_000

/** The demo bank with a store of its own, served by a bare server; the test controls its clock and the shop's answers. */
export async function makeBankWorld() {
  const keys = newSandboxKeys()
  const store = memoryStore()
  let clock = new Date('2026-11-21T18:00:00.000Z')
  const deliveries: BankNotice[] = []
  const shop = { answer: { status: 200, text: 'OK' } }

  function open(name: string, oneStage = false): SandboxBank {
    return makeSandboxBank({
      oneStage,
      store,
      now: () => clock,
      keys,
      publicUrl: PUBLIC_URL,
      deliver: async (url, body) => {
        deliveries.push({ url, body, by: name })
        return shop.answer
      },
      payoutNoticesUrl: () => NOTICES_URL,
      log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    })
  }

  async function served(own: SandboxBank) {
    const app = Fastify()
    await serveSandboxBank(app, own, { hangMs: HANG_MS })
    return app
  }

  const bank = open('first')
  const app = await served(bank)
  const oneStageApp = await served(open('first', true))
  const port = portOf(keys, wireTo(app), () => clock)
  const oneStagePort = portOf(keys, wireTo(oneStageApp), () => clock, true)

  return {
    store,
    keys,
    bank,
    app,
    /** The same bank with a terminal that charges at once. */
    oneStageApp,
    /** The product's own adapter over this bank's HTTP API. */
    port,
    deliveries,
    shop,
    /** Another process with the same store. */
    open,
    now: () => clock,
    /** Changes a document behind the bank's back. */
    async tamper(kind: string, change: (document: Record<string, unknown>) => object) {
      await store.exclusively(0, (all) =>
        all
          .filter((document) => document.kind === kind)
          .map(({ id, body }) => {
            const document = JSON.parse(body) as Record<string, unknown>
            return { kind, id, body: JSON.stringify({ ...document, ...change(document) }) }
          }),
      )
    },
    advance(ms: number) {
      clock = new Date(clock.getTime() + ms)
    },

    /** The notices to the shop about one payment, as read by the product, oldest first. */
    async noticesOf(reference: string) {
      await bank.idle()
      return deliveries.flatMap(({ body }) => {
        const notice = port.readNotice(body)
        return notice.verified && notice.reference === reference ? [notice] : []
      })
    },

    /** Opens a page for the payer; by default 100 ₽ and a hold; a charge goes through the one-stage terminal. */
    async opened(changes: Partial<Parameters<Bank['open']>[0]> = {}) {
      const reference = changes.reference ?? randomUUID()
      const page = okValue(
        await (changes.mode === 'charge' ? oneStagePort : port).open({
          reference,
          amount: kopecks(10_000),
          mode: 'hold',
          description: 'Песня на концерте',
          returnUrl: `${SHOP}/payment/${reference}`,
          notificationUrl: NOTICES_URL,
          expiresAt: new Date(clock.getTime() + 15 * MINUTE),
          receipt: null,
          ...changes,
        }),
      )
      return { ...page, id: page.bankPaymentId, reference, path: new URL(page.link).pathname }
    },

    /** A raw call with a valid token. */
    async call(method: string, fields: Record<string, unknown>, token?: string) {
      const all = { TerminalKey: keys.terminalKey, ...fields }
      return app.inject({
        method: 'POST',
        url: `/sandbox-bank/v2/${method}`,
        payload: { ...all, Token: token ?? tokenOf(all, keys.password) },
      })
    },

    /** Sends the payer's form as a browser without scripts does. */
    async send(path: string, form: Record<string, string>) {
      return app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form).toString(),
      })
    },

    async close() {
      await app.close()
      await oneStageApp.close()
    },
  }
}

function wireTo(app: FastifyInstance): typeof fetch {
  return async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const reply = await app.inject({
      method: init?.method === 'POST' ? 'POST' : 'GET',
      url: pathname + search,
      headers: { 'content-type': 'application/json' },
      ...(typeof init?.body === 'string' ? { payload: init.body } : {}),
    })
    return new Response(new Uint8Array(reply.rawPayload), { status: reply.statusCode })
  }
}

function portOf(
  keys: SandboxKeys,
  overWire: typeof fetch,
  now: () => Date,
  oneStage = false,
): Bank {
  return tbankBank({
    ...keys,
    oneStage,
    url: `${PUBLIC_URL}/sandbox-bank`,
    payouts: { ...keys.payouts, signs: 'digest' },
    registryUrl: `${PUBLIC_URL}/sandbox-bank/registry`,
    fetch: overWire,
    now,
  })
}

/** A payout by its id; the bank's answers have no amount, so ours is used. */
export function named(bankPayoutId: string, amount = 900): NamedPayout {
  return { bankPayoutId, amount: kopecks(amount) }
}

/** The value of a successful outcome. */
export function okValue<T>(outcome: BankOutcome<T>): T {
  assert.equal(outcome.outcome, 'ok', JSON.stringify(outcome))
  return outcome.outcome === 'ok' ? outcome.value : assert.fail()
}

/** The code of a declined outcome. */
export function declineCode(outcome: BankOutcome<unknown>): string {
  assert.equal(outcome.outcome, 'declined', JSON.stringify(outcome))
  return outcome.outcome === 'declined' ? outcome.code : assert.fail()
}
