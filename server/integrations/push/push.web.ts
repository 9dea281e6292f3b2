import { createECDH } from 'node:crypto'
import { lookup } from 'node:dns'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import webPush from 'web-push'
import type { PushTarget } from '#domain/push.ts'
import { PUSH_ENDPOINT_MAX } from '#domain/push.ts'
import { SECOND_MS } from '#domain/time.ts'
import { isInnerAddress } from '#server/platform/inner-address.ts'
import type { Push, PushAnswer } from './push.ts'

type WebPushDeps = {
  /** Of VAPID (RFC 8292): 32 bytes in base64url. */
  privateKey: string
  /** The contact for push services about these messages: a mailto: or https: address. */
  subject: string
  /** Also accepts http and addresses of this machine and its networks: for tests. */
  local?: boolean
  log: { warn(fields: object, sentence: string): void }
}

const LIMIT_MS = 3000
const CURVE = 'prime256v1'
const POINT_BYTES = 65
const AUTH_BYTES = 16
const INNER = 'EINNER'

/** Resolves a name to public addresses alone: the checked address is the one that is connected to. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return callback(error, [])
    const open = found.filter(({ address }) => !isInnerAddress(address))
    const [first] = open
    if (first === undefined)
      return callback(Object.assign(new Error('no public address'), { code: INNER }), [])
    if (options.all === true) return callback(null, open)
    return callback(null, first.address, first.family)
  })
}

function bytesOf(text: string): Buffer | null {
  return /^[\w-]{1,100}$/u.test(text) ? Buffer.from(text, 'base64url') : null
}

/** Whether this is a point of the curve, as a browser's key is; anything else would fail at the encryption. */
function isPoint(text: string): boolean {
  const bytes = bytesOf(text)
  if (bytes?.length !== POINT_BYTES) return false
  const own = createECDH(CURVE)
  own.generateKeys()
  try {
    own.computeSecret(bytes)
    return true
  } catch {
    return false
  }
}

function answerOf(status: number, retryAfter = ''): PushAnswer {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  if (status !== 429 && status < 500) return 'refused'
  const rest = /^\d{1,9}$/u.test(retryAfter)
    ? Number(retryAfter) * SECOND_MS
    : Date.parse(retryAfter) - Date.now()
  return rest > 0 ? rest : 'down'
}

/** Web Push (RFC 8030) with VAPID. The URL comes from an untrusted browser, so it may lead into no inner network. */
export function webPushOf({ privateKey, subject, local = false, log }: WebPushDeps): Push {
  const keys = createECDH(CURVE)
  keys.setPrivateKey(privateKey, 'base64url')
  const publicKey = keys.getPublicKey('base64url')
  const vapidDetails = { subject, publicKey, privateKey }

  function isOpen(endpoint: string): boolean {
    const url = URL.parse(endpoint)
    if (url === null || url.username !== '' || url.password !== '') return false
    if (local && url.protocol === 'http:') return true
    // Push services have host names; the port is that of https.
    const host = url.hostname.replace(/^\[(.*)\]$/u, '$1')
    return url.protocol === 'https:' && (local || (url.port === '' && isIP(host) === 0))
  }

  function post(endpoint: string, headers: Record<string, string>, body: Buffer) {
    const { promise, resolve } = Promise.withResolvers<PushAnswer>()
    const isPlain = endpoint.startsWith('http:')
    const request = isPlain ? overHttp : overHttps
    const sent = request(endpoint, {
      method: 'POST',
      headers: { ...headers, 'content-length': body.length },
      signal: AbortSignal.timeout(LIMIT_MS),
      ...(!local && { lookup: publicLookup }),
    })
    let connected = false
    sent.on('socket', (socket) => {
      if (sent.reusedSocket) connected = true
      else socket.once(isPlain ? 'connect' : 'secureConnect', () => (connected = true))
    })
    sent.on('response', (response) => {
      response.resume()
      const status = response.statusCode ?? 0
      const answer = answerOf(status, response.headers['retry-after'])
      if (answer === 'refused')
        log.warn({ service: sent.host, status }, 'a push service refuses messages')
      resolve(answer)
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === INNER) resolve('refused')
      else resolve(connected ? 'silent' : 'unreached')
    })
    sent.end(body)
    return promise
  }

  return {
    publicKey,
    admits: ({ endpoint, p256dh, auth }: PushTarget) =>
      endpoint.length <= PUSH_ENDPOINT_MAX &&
      isOpen(endpoint) &&
      bytesOf(auth)?.length === AUTH_BYTES &&
      isPoint(p256dh),

    async send({ endpoint, ...subscriptionKeys }, { text, ttlSeconds, topic }) {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: subscriptionKeys },
        text,
        { vapidDetails, TTL: ttlSeconds, topic, urgency: 'high', contentEncoding: 'aes128gcm' },
      )
      return post(endpoint, headers, body)
    },
  }
}
