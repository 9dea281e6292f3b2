import { once } from 'node:events'
import { connect } from 'node:net'
import * as fc from '#test/support/inputs/fast-check.ts'
import type { FuzzKnown } from '#test/support/inputs/fuzz.ts'

/** Every address that is no API call, with `:known` where an id or a name of the site may stand. */
const PLACES = [
  '/',
  '/login',
  '/signup',
  '/passwordRecovery/:known',
  '/payout-number/:known',
  '/find',
  '/s',
  '/search',
  '/search/result',
  '/find-artist',
  '/user/:known',
  '/user/:known.ics',
  '/user/:known/feed.xml',
  '/user/:known/:known',
  '/user/:known/:known.ics',
  '/user/:known/:known/shared',
  '/user/:known/:known/songs',
  '/payment/:known',
  '/artist/session/:known',
  '/artist/session/manage/:known',
  '/concerts-on-map',
  '/find-location',
  '/about',
  '/numbers',
  '/developers',
  '/pricing',
  '/offer',
  '/privacy',
  '/super/secret',
  '/cookie-consent',
  '/embed/:known',
  '/og/artist/:known.jpg',
  '/og/concert/:known.jpg',
  '/og/played/:known.jpg',
  '/media/:known',
  '/tiles/:known/:known/:known',
  '/sitemap.xml',
  '/sitemap-artists-:known.xml',
  '/robots.txt',
  '/assets/:known',
  '/mailbox',
  '/mailbox.json',
  '/sandbox-bank/admin',
  '/sandbox-bank/pay/:known',
  '/sandbox-bank/v2/:known',
  '/api/v1/:known',
  '/api/docs/:known',
  '/:known',
  '/.well-known/:known',
  '/.git/config',
  '/.env',
]

const ODD = [
  '..',
  '../../etc/passwd',
  '.%00',
  '\u0000',
  'ж'.repeat(300),
  'a'.repeat(5000),
  '%',
  '{}',
  '__proto__',
  'constructor',
  '-1',
  '1e309',
  "' or 1=1 --",
  '<script>',
  '\r\nX-Injected: 1',
]
const METHODS = [
  'GET',
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
] as const
const KINDS = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/octet-stream',
  ';;;',
] as const

export type PathRequest = { method: string; url: string; type?: string; payload?: string }

/** Random requests to addresses that are no API calls, aimed and not. */
export function pathRequests({ ids, names }: FuzzKnown): fc.Arbitrary<PathRequest> {
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ids, ...names) },
    { weight: 2, arbitrary: fc.constantFrom(...ODD) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  )
  const address = fc
    .tuple(fc.constantFrom(...PLACES), fc.array(piece, { minLength: 3, maxLength: 3 }), piece)
    .map(([place, pieces, query]) => {
      let at = 0
      const path = place.replaceAll(':known', () =>
        encodeURIComponent((pieces[at++] ?? '').toWellFormed()),
      )
      const asked = encodeURIComponent(query.toWellFormed())
      return `${path}?q=${asked}&tab=order&city=${asked}&%zz`
    })
  return fc.record({ method: fc.constantFrom(...METHODS), url: address }).chain((pathRequest) =>
    ['GET', 'HEAD'].includes(pathRequest.method)
      ? fc.constant(pathRequest)
      : fc.record({
          method: fc.constant(pathRequest.method),
          url: fc.constant(pathRequest.url),
          type: fc.constantFrom(...KINDS),
          payload: fc.oneof(
            piece,
            fc.constantFrom('{', 'a=b&a=c', '--x\r\n\r\n', 'wish=add&songId='),
          ),
        }),
  )
}

/** Malformed requests, or two requests in one. */
export const JUNK: readonly string[] = [
  'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
  'GET /\u0000 HTTP/1.1\r\nHost: x\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`,
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'GET / HTTP/1.1\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n',
  'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n',
  'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
  'GET http://169.254.169.254/latest HTTP/1.1\r\nHost: x\r\n\r\n',
  'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n',
]

/** Sends raw bytes and returns the status of the first answer; 0 where the connection was closed without one. */
export async function rawStatus(port: number, bytes: string): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  socket.setTimeout(5000, () => socket.destroy())
  socket.on('error', () => {})
  let words = ''
  socket.on('data', (part: Buffer) => {
    words += part.toString('latin1')
    socket.end()
  })
  socket.write(Buffer.from(bytes, 'latin1'))
  await once(socket, 'close')
  return Number(/^HTTP\/1\.1 (\d{3})/u.exec(words)?.[1] ?? 0)
}
