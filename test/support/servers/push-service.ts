import assert from 'node:assert/strict'
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

type ReceivedPush = {
  /** The subscription's name: the last segment of its endpoint. */
  name: string
  headers: IncomingHttpHeaders
  message: { title: string; body: string; url: string; tag?: string }
}

const TAG_BYTES = 16
const KEY_BYTES = 65
const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))
const label = (text: string) => Buffer.from(`${text}\0`)

/** A browser's side of RFC 8291: its keys, and the decryption of a body. */
function makeBrowser() {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  return {
    p256dh: keys.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    /** RFC 8188 with one record, keyed by RFC 8291. */
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, 16)
      const idBytes = body.readUInt8(20)
      assert.equal(idBytes, KEY_BYTES)
      const sender = body.subarray(21, 21 + idBytes)
      const record = body.subarray(21 + idBytes)
      assert.ok(record.length <= body.readUInt32BE(16), 'one record')
      const info = Buffer.concat([label('WebPush: info'), keys.getPublicKey(), sender])
      const ikm = hkdf(keys.computeSecret(sender), auth, info, 32)
      const key = hkdf(ikm, salt, label('Content-Encoding: aes128gcm'), 16)
      const nonce = hkdf(ikm, salt, label('Content-Encoding: nonce'), 12)
      const open = createDecipheriv('aes-128-gcm', key, nonce)
      open.setAuthTag(record.subarray(-TAG_BYTES))
      const plain = Buffer.concat([open.update(record.subarray(0, -TAG_BYTES)), open.final()])
      const end = plain.lastIndexOf(2)
      assert.ok(end >= 0 && plain.subarray(end + 1).every((byte) => byte === 0), 'the last record')
      return plain.subarray(0, end).toString()
    },
  }
}

/** Asserts RFC 8292: signed by the key that the browser subscribed with, for this origin, for a day at most. */
function assertVapid(authorization: string, by: { publicKey: string; origin: string }): void {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/u.exec(authorization) ?? []
  assert.equal(key, by.publicKey)
  const [head = '', claims = '', signature = ''] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  assert.equal(read(head).alg, 'ES256')
  const point = Buffer.from(key, 'base64url')
  assert.equal(point.length, KEY_BYTES)
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const wire = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  assert.ok(verify('sha256', signed, wire, Buffer.from(signature, 'base64url')), 'the signature')
  const { aud, exp, sub } = read(claims)
  assert.equal(aud, by.origin)
  const seconds = exp - Date.now() / 1000
  assert.ok(seconds > 0 && seconds <= 24 * 3600, 'expires within a day')
  assert.match(sub, /^(?:mailto:|https:)/u)
}

export type PushSubscriptionOfTest = { endpoint: string; p256dh: string; auth: string }

/** Starts a push service on this machine, with the browsers that subscribed there. It checks and stores each message. */
export async function startPushService(publicKey: () => string | Promise<string>) {
  const browsers = new Map<string, ReturnType<typeof makeBrowser>>()
  const received: ReceivedPush[] = []
  const faults: unknown[] = []
  const answers: number[] = []
  let restSeconds: number | null = null
  let silent = 0
  let lagMs = 0
  let held = Promise.resolve()
  const asked: string[] = []

  async function take(name: string, headers: IncomingHttpHeaders, body: Buffer): Promise<number> {
    asked.push(name)
    const status = answers.shift() ?? 201
    const browser = browsers.get(name)
    if (browser === undefined) return 410
    assertVapid(headers.authorization ?? '', { publicKey: await publicKey(), origin })
    assert.equal(headers['content-encoding'], 'aes128gcm')
    assert.ok(Number(headers['ttl']) > 0)
    const message = JSON.parse(browser.decrypt(body))
    if (status < 300) received.push({ name, headers, message })
    return status
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const name = request.url?.split('/').at(-1) ?? ''
      void take(name, request.headers, Buffer.concat(parts))
        .catch((fault: unknown) => {
          faults.push(fault)
          return 400
        })
        .then(async (status) => {
          if (lagMs > 0) await wait(lagMs)
          await held
          if (silent > 0) {
            silent -= 1
            request.socket.destroy()
            return
          }
          if (status >= 300 && restSeconds !== null) response.setHeader('retry-after', restSeconds)
          response.writeHead(status).end()
        })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    received,
    /** The titles of the messages to `name`, oldest first. Throws the first fault of any message. */
    receivedTitles(name: string): string[] {
      if (faults.length > 0) throw faults[0]
      return received.filter((one) => one.name === name).map(({ message }) => message.title)
    },
    /** The number of requests for `name`, whatever the answer. */
    asked: (name: string) => asked.filter((one) => one === name).length,
    /** The next requests get these statuses; later ones are accepted. */
    answers: (...statuses: number[]) => void answers.push(...statuses),
    /** Accepts a message at once, but answers after this time. */
    lags: (ms: number) => void (lagMs = ms),
    /** Accepts messages at once, but answers none before the returned function is called. */
    holds() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    /** Accepts the next `times` messages without an answer. */
    keepsSilent: (times: number) => void (silent = times),
    /** Every refusal has a `retry-after` of this time. */
    rests: (seconds: number | null) => void (restSeconds = seconds),
    subscribe(name: string): PushSubscriptionOfTest {
      const browser = makeBrowser()
      browsers.set(name, browser)
      return { endpoint: `${origin}/wpush/${name}`, p256dh: browser.p256dh, auth: browser.auth }
    },
    unsubscribe: (name: string) => void browsers.delete(name),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
