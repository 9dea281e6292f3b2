import { connect } from 'node:tls'
import type { Log } from '../../platform/lifecycle/log.ts'

/** The certificate that a server shows. */
export type MetCertificate = {
  /** Who issued it. */
  readonly issuer: string
  readonly validTo: string
  /** Why this process does not trust it; null where it does. */
  readonly distrust: string | null
}

const TIME_LIMIT_MS = 10_000

/** Asks for the certificate and sends nothing. Rejects where nobody answers, or not by TLS. */
export function metCertificate(url: string): Promise<MetCertificate> {
  const { hostname: host, port } = new URL(url)
  return new Promise((resolve, reject) => {
    // Looked at, never trusted by it: payments and payouts go through `fetch`, which refuses it.
    const options = { host, port: Number(port) || 443, servername: host, rejectUnauthorized: false }
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

/** Says in the log which certificate the bank shows: one that is not trusted stops all its money. */
export async function tellCertificate(
  url: string,
  log: Pick<Log, 'info' | 'error' | 'warn'>,
  meet: (url: string) => Promise<MetCertificate> = metCertificate,
): Promise<void> {
  if (!url.startsWith('https:')) return
  try {
    const certificate = await meet(url)
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
