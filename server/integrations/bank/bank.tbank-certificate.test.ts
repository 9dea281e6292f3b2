import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { readPeerCertificate, logCertificate } from './bank.tbank-call.ts'
import type { PeerCertificate } from './bank.tbank-call.ts'

const BANK = 'https://bank.example'
const KNOWN: PeerCertificate = {
  issuer: 'GlobalSign nv-sa',
  validTo: 'Mar  1 12:00:00 2027 GMT',
  distrust: null,
}

/** Returns what is logged for this certificate. */
async function loggedCertificate(url: string, readCertificate: () => Promise<PeerCertificate>) {
  const lines: [level: string, fields: object, words: string][] = []
  const level = (name: string) => (fields: object, words?: string) => {
    lines.push([name, fields, words ?? ''])
  }
  const log = { info: level('info'), warn: level('warn'), error: level('error') }
  await logCertificate(url, log, readCertificate)
  return lines
}

test('a certificate that is trusted is named, one that is not is an error that says what to do', async () => {
  const [known] = await loggedCertificate(BANK, async () => KNOWN)
  assert.deepEqual(known, ['info', { certificate: KNOWN }, 'the certificate of the bank'])
  const strange = { ...KNOWN, issuer: 'Russian Trusted Sub CA', distrust: 'UNABLE_TO_GET_ISSUER' }
  const [level, fields, words] = (await loggedCertificate(BANK, async () => strange))[0] ?? []
  assert.deepEqual([level, fields], ['error', { certificate: strange }])
  assert.match(words ?? '', /NODE_EXTRA_CA_CERTS/u)
})

test('a bank that cannot be looked at stops no start, and one without TLS is not asked', async () => {
  const [line] = await loggedCertificate(BANK, () => Promise.reject(new Error('nobody')))
  assert.equal(line?.[0], 'warn')
  assert.deepEqual(await loggedCertificate('http://bank.example', () => assert.fail()), [])
})

test('a server that speaks no TLS shows no certificate', async () => {
  const server = createServer((socket) => socket.end('no TLS here'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await assert.rejects(readPeerCertificate(`https://127.0.0.1:${port}`))
  server.close()
})
