import { isIP } from 'node:net'

const GROUPS = 8
const OF_NETWORK = 4

/**
 * The network that one caller can come from: of IPv6 the first 64 bits, since every home and telephone
 * has all the addresses below them for itself; any other text stays as it is.
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
