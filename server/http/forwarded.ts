import type { IncomingMessage } from 'node:http'

/**
 * The address that our own proxy wrote into X-Forwarded-For: the last one, since those before it
 * are whatever the client had sent along. Without the header, the address of the socket.
 */
export function forwardedAddress(request: IncomingMessage): string {
  const written = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',').at(-1)
  const address = written?.trim() ?? ''
  return address === '' ? (request.socket.remoteAddress ?? '') : address
}
