import { BlockList, isIP } from 'node:net'
import type { IpLocation } from '#server/outside/ip-location.ts'

export type Whereabouts = ReturnType<typeof makeWhereabouts>

/** The machine's own, those of homes and offices, and those kept for examples: they are in no country. */
const INNER = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '::/127',
  '2001:db8::/32',
  'fc00::/7',
  'fe80::/10',
]

/** Tells in Russian where a caller is, as far as his address says it. */
export function makeWhereabouts({ ipLocation }: { ipLocation: IpLocation }) {
  const inner = blockList()
  const names = new Intl.DisplayNames('ru-RU', { type: 'region' })

  return {
    /** One sentence about the address. */
    async tell(caller: string): Promise<string> {
      const address = plain(caller)
      if (inner.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))
        return `Адрес ${address} внутренний: страны у него нет.`
      const country = await ipLocation.countryOf(address)
      if (country === null) return `Страна адреса ${address} неизвестна.`
      return `${names.of(country) ?? country} (адрес ${address})`
    },
  }
}

function blockList(): BlockList {
  const list = new BlockList()
  for (const range of INNER) {
    const [net = '', length] = range.split('/')
    list.addSubnet(net, Number(length), isIP(net) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

/** A socket of both families writes «::ffff:1.2.3.4» for 1.2.3.4. */
function plain(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)
  return mapped?.[1] ?? address
}
