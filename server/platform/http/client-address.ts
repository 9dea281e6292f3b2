import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4 } from 'node:net'

const GROUPS = 8
const OF_NETWORK = 4

/**
 * The network of one caller: of IPv6 the first 64 bits, since every home and phone has all the addresses below them for
 * itself; any other text is returned unchanged.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const mapped = /^::ffff:([\d.]+)$/iu.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = address.split('::')
  const first = groupsOf(head)
  const last = groupsOf(tail ?? '')
  const zeros = tail === undefined ? 0 : GROUPS - first.length - last.length
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
  return `${groups.slice(0, OF_NETWORK).join(':')}::/64`
}

const groupsOf = (part: string): string[] =>
  part
    .split(':')
    .filter((group) => group !== '')
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/u, ''))

/**
 * The address that our own proxy wrote into X-Forwarded-For: the last one, since those before it are whatever the
 * client sent. Without the header, the address of the socket.
 */
export function forwardedAddress(request: IncomingMessage): string {
  const written = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',').at(-1)
  const address = written?.trim() ?? ''
  return address === '' ? (request.socket.remoteAddress ?? '') : address
}

/** A host name or an address of this very machine. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/u, '$1').replace('::ffff:', '')
  if (address === 'localhost' || address === '::1') return true
  return isIPv4(address) && address.startsWith('127.')
}

const WRITTEN_BY_PROXIES = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-real-ip',
  'forwarded',
  'via',
] as const

/** `anyHost`: `publicUrl` is the default, this machine's own address. */
type Site = { trustProxy: boolean; publicUrl: string; anyHost?: boolean }

/** Where `publicUrl` has another host and no proxy is trusted, one that writes no header may stand between. */
export const seesClientAddresses = ({ trustProxy, publicUrl, anyHost = false }: Site): boolean =>
  trustProxy || anyHost || isLoopback(new URL(publicUrl).hostname)

/** Whether a request comes from this very machine and not through a proxy, as far as the address shows. */
export function isFromThisMachine(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  site: Site,
): boolean {
  if (!seesClientAddresses(site) || WRITTEN_BY_PROXIES.some((name) => name in headers)) return false
  // A foreign page may point its own name to our address (DNS rebinding); a proxy may pass its host name on.
  const { hostname = '' } = URL.parse(`http://${headers.host ?? ''}`) ?? {}
  return isLoopback(hostname) && isLoopback(socket.remoteAddress ?? '')
}
