import { BlockList, isIP } from 'node:net'

/** Loopback, private, carrier and multicast networks, and those reserved for examples. */
const INNER = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/127',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]

const inner = new BlockList()
for (const range of INNER) {
  const [net = '', length] = range.split('/')
  inner.addSubnet(net, Number(length), isIP(net) === 6 ? 'ipv6' : 'ipv4')
}

/** A dual-stack socket writes «::ffff:1.2.3.4» for 1.2.3.4. */
export function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)
  return mapped?.[1] ?? address
}

/** An IP address that cannot be reached from the open internet. */
export function isInnerAddress(address: string): boolean {
  const plain = plainAddress(address)
  return inner.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}
