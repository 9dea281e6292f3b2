import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const sum = (text: string) => createHash('sha256').update(text).digest('hex')
const keyed = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest()

/** True when a request has the signature (version 4) that this secret makes of it. */
export function isSigned(request: IncomingMessage, secretKey: string): boolean {
  const { authorization = '' } = request.headers
  const told = /Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/u
  const [, scope = '', names = '', signature] = told.exec(authorization) ?? []
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
    .join('')
  const asked = [
    request.method,
    request.url,
    '',
    headers,
    names,
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const when = String(request.headers['x-amz-date'])
  const key = scope.split('/').reduce<string | Buffer>(keyed, `AWS4${secretKey}`)
  const wanted = keyed(key, ['AWS4-HMAC-SHA256', when, scope, sum(asked)].join('\n'))
  return signature === wanted.toString('hex')
}
