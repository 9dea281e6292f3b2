import type { IncomingHttpHeaders } from 'node:http'

/** Whether the client has the representation of this tag: weak comparison (RFC 9110, 13.1.2), as a proxy may have compressed it. */
export function isNotModified(headers: IncomingHttpHeaders, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//u, '')
  const known = headers['if-none-match']?.split(',').map(opaque) ?? []
  return known.includes('*') || known.includes(opaque(etag))
}
