import { connect } from 'node:tls'
import { isRecord } from '#domain/record.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Log } from '#server/platform/lifecycle/log.ts'
import { keptLookup } from '#server/platform/name-lookup.ts'
import { makeFetch } from '../outgoing-fetch.ts'
import type { OutgoingFetch } from '../outgoing-fetch.ts'
import type { BankOutcome } from './bank.ts'
import { ok, parseLossless, unknown } from './tbank-dialect.ts'
import type { BankFields } from './tbank-dialect.ts'

export type BankConnection = {
  /** Without a slash at the end; evaluated at each call, as a bank inside the process gets its port late. */
  readonly url: string | (() => string)
  /** For one request with its answer (ms). */
  readonly timeLimitMs: number
  readonly fetch: OutgoingFetch
  readonly now: () => Date
}

/** Of the bank alone: its name waits behind no other, and once found behind nothing. */
const bankLookup = keptLookup()
export const bankFetch = makeFetch(bankLookup)

/** Sends one request. Returns a readable answer, yes or no, or why there is none. Never throws. */
export async function post(
  connection: BankConnection,
  path: string,
  question: BankFields,
): Promise<BankOutcome<BankFields>> {
  return withTimeLimit(connection, async (signal) => {
    const answer = await connection.fetch(addressOf(connection.url) + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(question),
      signal,
    })
    const closed = await maintenanceOutcome(answer, connection.now())
    if (closed !== null) return closed
    const fields = parseLossless(await answer.text())
    return isRecord(fields) ? ok(fields) : unknown('the answer is no object')
  })
}

export function addressOf(url: string | (() => string)): string {
  return typeof url === 'string' ? url : url()
}

/** Does the work within the time limit and turns every failure on the way into `unknown`. */
export async function withTimeLimit<T>(
  connection: Pick<BankConnection, 'timeLimitMs'>,
  work: (signal: AbortSignal) => Promise<BankOutcome<T>>,
): Promise<BankOutcome<T>> {
  try {
    return await work(AbortSignal.timeout(connection.timeLimitMs))
  } catch (error) {
    return unknown(causeOf(error))
  }
}

/** The outcome of an HTTP error that the bank's application did not send, or null. */
export async function maintenanceOutcome(
  answer: Response,
  now: Date,
): Promise<BankOutcome<never> | null> {
  const closed = refusalOf(answer.status, now)
  // An unread body would keep its connection busy.
  if (closed !== null) await answer.body?.cancel()
  return closed
}

function refusalOf(status: number, now: Date): BankOutcome<never> | null {
  if (status >= 500) return unknown(`status ${status}`)
  if (status === 429)
    return { outcome: 'later', retryAt: new Date(now.getTime() + MINUTE_MS), code: 'http_429' }
  if (status !== 401 && status !== 403) return null
  const text = 'Банк не пускает: проверьте ключи терминала и список адресов'
  return { outcome: 'declined', code: `http_${status}`, text, final: false }
}

// The name and the code alone: an error's message may repeat what was sent.
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the call failed'
  if (error.name === 'TimeoutError') return 'time limit'
  if (error instanceof SyntaxError) return 'unreadable answer'
  const { cause } = error
  const code = isRecord(cause) ? cause['code'] : undefined
  return `network: ${typeof code === 'string' ? code : error.name}`
}

/** The certificate that a server presents. */
export type PeerCertificate = {
  /** Its issuer. */
  readonly issuer: string
  readonly validTo: string
  /** Why this process does not trust it; null where it does. */
  readonly distrust: string | null
}

const TIME_LIMIT_MS = 10_000

/** Reads the certificate and sends nothing. Rejects where the server does not answer, or not by TLS. */
export function readPeerCertificate(url: string): Promise<PeerCertificate> {
  const { hostname: host, port } = new URL(url)
  return new Promise((resolve, reject) => {
    // Inspected only: payments and payouts go through `fetch`, which refuses an untrusted certificate.
    const options = {
      host,
      port: Number(port) || 443,
      servername: host,
      lookup: bankLookup,
      rejectUnauthorized: false,
    }
    const socket = connect(options, () => {
      const { issuer, valid_to: validTo } = socket.getPeerCertificate()
      const names = [issuer?.O, issuer?.CN].flat().filter((name) => name !== undefined)
      const distrust = socket.authorized ? null : String(socket.authorizationError)
      resolve({ issuer: names.join(', '), validTo, distrust })
      socket.destroy()
    })
    socket.setTimeout(TIME_LIMIT_MS, () => socket.destroy(new Error('time limit')))
    socket.once('error', reject)
  })
}

/** Logs which certificate the bank presents: one that is not trusted stops all its money. */
export async function logCertificate(
  url: string,
  log: Pick<Log, 'info' | 'error' | 'warn'>,
  readCertificate: (url: string) => Promise<PeerCertificate> = readPeerCertificate,
): Promise<void> {
  if (!url.startsWith('https:')) return
  try {
    const certificate = await readCertificate(url)
    if (certificate.distrust === null) log.info({ certificate }, 'the certificate of the bank')
    else
      log.error(
        { certificate },
        'the certificate of the bank is not trusted: name its roots in NODE_EXTRA_CA_CERTS',
      )
  } catch (error) {
    log.warn({ err: error }, 'the certificate of the bank could not be looked at')
  }
}
