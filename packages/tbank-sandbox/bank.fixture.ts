import assert from 'node:assert/strict'
import { createHash, randomUUID, sign } from 'node:crypto'
import Fastify from 'fastify'
import { makeSandboxBank } from './bank.ts'
import type { SandboxBank } from './bank.ts'
import { certificateOf, newPayoutKey } from './keys.ts'
import { serveSandboxBank } from './serve.ts'
import { memoryStore } from './store.ts'

export type BankWorld = Awaited<ReturnType<typeof makeBankWorld>>
export type Fields = Record<string, unknown>

export const SHOP = 'https://shop.example'
export const NOTICES = `${SHOP}/notices`
export const SBER = '100000000111'
const URL_OF_BANK = 'http://bank.example/bank'
const MINUTE = 60_000

/** Root scalars and the password, sorted by key, joined, SHA-256: written only from the published protocol. */
export function tokenBy(password: string, fields: Fields): string {
  const pairs = Object.entries({ ...fields, Password: password })
  const scalars = pairs.filter(([name, value]) => name !== 'Token' && typeof value !== 'object')
  const text = scalars
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, value]) => value)
    .join('')
  return createHash('sha256').update(text).digest('hex')
}

/** The bank on a bare server, and a merchant; the test controls the clock and the merchant's answers. */
export async function makeBankWorld() {
  const privateKeyPem = newPayoutKey()
  const payouts = {
    terminalKey: 'TestE2C',
    password: 'of payouts',
    ...certificateOf(privateKeyPem),
  }
  const keys = { terminalKey: 'Test', password: 'of payments', payouts }
  const store = memoryStore()
  let clock = new Date('2026-11-21T18:00:00.000Z')
  const deliveries: { url: string; body: string; by: string }[] = []
  const shop = { answer: { status: 200, text: 'OK' } }

  function open(name: string, oneStage = false): SandboxBank {
    return makeSandboxBank({
      oneStage,
      store,
      now: () => clock,
      keys,
      shop: 'Лавка',
      url: URL_OF_BANK,
      deliver: async (url, body) => {
        deliveries.push({ url, body, by: name })
        return shop.answer
      },
      payoutNoticesUrl: () => NOTICES,
      log: { warn() {}, error() {} },
    })
  }

  async function served(own: SandboxBank) {
    const http = Fastify()
    await serveSandboxBank(http, own)
    return http
  }

  const bank = open('first')
  const app = await served(bank)
  const oneStageApp = await served(open('first', true))

  async function post(path: string, payload: Fields, to = app) {
    const answer = await to.inject({ method: 'POST', url: `/bank${path}`, payload })
    return { answer, fields: answer.statusCode === 200 ? (readJson(answer.body) ?? {}) : {} }
  }

  /** A call of `v2` with a valid token. */
  async function call(method: string, fields: Fields, { token, to = app }: CallOptions = {}) {
    const all = { TerminalKey: keys.terminalKey, ...fields }
    const path = method === 'SendClosingReceipt' ? `/cashbox/${method}` : `/v2/${method}`
    return post(path, { ...all, Token: token ?? tokenBy(keys.password, all) }, to)
  }
  type CallOptions = { token?: string; to?: typeof app }

  /** A call of `a2c/sbp`: the digest of the joined values, signed by RSA. */
  async function callPayouts(path: string, fields: Fields) {
    return post(`/a2c/sbp/${path}`, signed({ TerminalKey: payouts.terminalKey, ...fields }))
  }

  function signed(fields: Fields): Fields {
    const names = Object.keys(fields).filter((name) => name !== 'DATA')
    const text = names.toSorted().map((name) => String(fields[name]))
    const digest = createHash('sha256').update(text.join('')).digest()
    return {
      ...fields,
      DigestValue: digest.toString('base64'),
      SignatureValue: sign('sha256', digest, privateKeyPem).toString('base64'),
      X509SerialNumber: payouts.serial,
    }
  }

  return {
    keys,
    bank,
    app,
    /** The same bank with a terminal that charges at once. */
    oneStageApp,
    deliveries,
    shop,
    post,
    signed,
    call,
    callPayouts,
    /** The fields of an answer. */
    ask: async (method: string, fields: Fields, to = app) =>
      (await call(method, fields, { to })).fields,
    askPayouts: async (path: string, fields: Fields) => (await callPayouts(path, fields)).fields,
    /** Another process with the same store. */
    open,
    now: () => clock,
    /** Changes documents behind the bank's back. */
    async tamper(kind: string, change: (document: Fields) => object) {
      await store.exclusively(0, (all) =>
        all
          .filter((document) => document.kind === kind)
          .map(({ id, body }) => {
            const document = JSON.parse(body) as Fields
            return { kind, id, body: JSON.stringify({ ...document, ...change(document) }) }
          }),
      )
    },
    advance(ms: number) {
      clock = new Date(clock.getTime() + ms)
    },

    /** What was told of an order with a valid token, oldest first. */
    async noticesOf(orderId: unknown): Promise<Fields[]> {
      await bank.idle()
      const all = deliveries.map(({ body }) => readJson(body) ?? {})
      return all.filter(
        (notice) =>
          notice['OrderId'] === orderId && notice['Token'] === tokenBy(keys.password, notice),
      )
    },

    /** Opens a page for the payer; by default 100 ₽ and a hold. */
    async opened({ stage = 'two', ...changes }: Fields & { stage?: 'one' | 'two' } = {}) {
      const orderId = randomUUID()
      const asked = {
        OrderId: orderId,
        Amount: 10_000,
        Description: 'Чай',
        SuccessURL: `${SHOP}/payment/${orderId}`,
        FailURL: `${SHOP}/payment/${orderId}`,
        NotificationURL: NOTICES,
        RedirectDueDate: new Date(clock.getTime() + 15 * MINUTE).toISOString(),
        ...changes,
      }
      const { fields } = await call('Init', asked, { to: stage === 'one' ? oneStageApp : app })
      assert.equal(fields['ErrorCode'], '0', JSON.stringify(fields))
      const link = String(fields['PaymentURL'])
      return { id: String(fields['PaymentId']), link, orderId, path: new URL(link).pathname }
    },

    /** Prepares a payout of 9 ₽. */
    async prepared(changes: Fields = {}) {
      const asked = { OrderId: randomUUID(), Amount: 900, PhoneNumber: '79123456789' }
      const { fields } = await callPayouts('v2/Init', { ...asked, SbpMemberId: SBER, ...changes })
      return String(fields['PaymentId'])
    },

    async statusOf(id: string) {
      return (await call('GetState', { PaymentId: id })).fields['Status']
    },
    async payoutStatus(id: string) {
      return (await callPayouts('GetState', { PaymentId: id })).fields['Status']
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

function readJson(text: string): Fields | null {
  try {
    return JSON.parse(text) as Fields
  } catch {
    return null
  }
}
