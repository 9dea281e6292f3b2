import { createECDH } from 'node:crypto'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import webPush from 'web-push'
import type { PushTarget } from '#domain/push.ts'
import { badPushTarget, PUSH_ENDPOINT_MAX, unknownPushService } from '#domain/push.ts'
import { SECOND_MS } from '#domain/time.ts'
import { INNER_NAME, publicLookup } from '#server/platform/name-lookup.ts'
import type { Push, PushAnswer } from './push.ts'

type WebPushDeps = {
  /** Of VAPID (RFC 8292): 32 bytes in base64url. */
  privateKey: string
  /** The contact for push services about these messages: a mailto: or https: address. */
  subject: string
  /** Push services besides the known ones, as host names; `*.` stands for names under one. */
  services?: readonly string[]
  /** Name servers other than the machine's. */
  nameServers?: readonly string[]
  /** Also accepts any service, http and addresses of this machine and its networks: for tests. */
  local?: boolean
  log: { warn(fields: object, sentence: string): void }
}

const LIMIT_MS = 3000
const CURVE = 'prime256v1'
const POINT_BYTES = 65
const AUTH_BYTES = 16

/** Where the browsers of our listeners subscribe. A stranger gives the address: any other name would be his own server. */
const SERVICES = [
  // Chrome, and Samsung, Opera, Yandex and others made of it; those without keys of Google.
  'fcm.googleapis.com',
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  // Edge.
  '*.notify.windows.com',
]

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
export function webPushOf(deps: WebPushDeps): Push {
  const { privateKey, subject, services = [], nameServers, local = false, log } = deps
  const lookup = publicLookup(nameServers === undefined ? {} : { nameServers })
  const keys = createECDH(CURVE)
  keys.setPrivateKey(privateKey, 'base64url')
  const publicKey = keys.getPublicKey('base64url')
  const vapidDetails = { subject, publicKey, privateKey }

  function kindOf(endpoint: string): 'open' | 'unknown' | 'bad' {
    const url = URL.parse(endpoint)
    if (url === null || url.username !== '' || url.password !== '') return 'bad'
    if (local && url.protocol === 'http:') return 'open'
    if (url.protocol !== 'https:') return 'bad'
    // With its port, which is that of https and so none.
    const isKnown = [...SERVICES, ...services].some((one) =>
      one.startsWith('*.') ? url.host.endsWith(one.slice(1)) : url.host === one,
    )
    return local || isKnown ? 'open' : 'unknown'
  }

  function post(endpoint: string, headers: Record<string, string>, body: Buffer) {
    const { promise, resolve } = Promise.withResolvers<PushAnswer>()
    const isPlain = endpoint.startsWith('http:')
    const request = isPlain ? overHttp : overHttps
    const sent = request(endpoint, {
      method: 'POST',
      headers: { ...headers, 'content-length': body.length },
      signal: AbortSignal.timeout(LIMIT_MS),
      ...(!local && { lookup }),
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
      if (error.code === INNER_NAME) resolve('refused')
      else resolve(connected ? 'silent' : 'unreached')
    })
    sent.end(body)
    return promise
  }

  return {
    publicKey,
    admit({ endpoint, p256dh, auth }: PushTarget) {
      const kind = endpoint.length <= PUSH_ENDPOINT_MAX ? kindOf(endpoint) : 'bad'
      if (kind === 'unknown') throw unknownPushService()
      if (kind === 'bad' || bytesOf(auth)?.length !== AUTH_BYTES || !isPoint(p256dh))
        throw badPushTarget()
    },

    async send({ endpoint, ...subscriptionKeys }, { text, ttlSeconds, topic }) {
      // Taken when its service was still allowed.
      if (kindOf(endpoint) !== 'open') return 'gone'
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: subscriptionKeys },
        text,
        { vapidDetails, TTL: ttlSeconds, topic, urgency: 'high', contentEncoding: 'aes128gcm' },
      )
      return post(endpoint, headers, body)
    },
  }
}
