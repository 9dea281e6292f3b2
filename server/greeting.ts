import { networkInterfaces } from 'node:os'
import type { NetworkInterfaceInfo } from 'node:os'
import { encode } from 'uqr'
import { QR_QUIET } from '#domain/concerts/qr-code.ts'
import type { Config } from './config/config.ts'
import { isLoopback, seesClientAddresses } from './platform/http/client-address.ts'

type DemoLogin = { username: string; password: string | null }

/** Bridges of containers and tunnels: no phone is there. */
const INSIDE = /^(?:docker|br-|veth|virbr|vmnet|tun|tap|wg|utun|lo)/u

/** The address of this machine in its local network, or null. */
export function localNetworkAddress(
  interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>,
): string | null {
  const outside = Object.entries(interfaces)
    .filter(([name]) => !INSIDE.test(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)
  return outside?.address ?? null
}

/**
 * A demo that other machines reach and that has no PUBLIC_URL gets this machine's address in the local network, so that
 * its links and QR codes open on a phone. Any other configuration is returned unchanged.
 */
export function atOwnAddress<C extends Pick<Config, 'demo' | 'anyHost' | 'host' | 'port'>>(
  config: C,
  // Called for a demo only: the systemd units forbid the kind of socket that lists them.
  interfaces = networkInterfaces,
): C & { publicUrl?: string } {
  const { demo, anyHost, host, port } = config
  if (!demo || !anyHost || isLoopback(host)) return config
  const everywhere = host === '0.0.0.0' || host === '::'
  const address = everywhere ? localNetworkAddress(interfaces()) : host
  if (address === null) return config
  const named = address.includes(':') ? `[${address}]` : address
  return { ...config, publicUrl: `http://${named}:${port}` }
}

/** A QR code of half blocks for a terminal: dark modules are left to its background, so each line sets its own colours. */
export function terminalQr(text: string): string {
  const { data } = encode(text, { ecc: 'L', border: QR_QUIET / 2 })
  const rows = []
  for (let y = 0; y < data.length; y += 2) {
    const [upper = [], lower = []] = [data[y], data[y + 1]]
    const line = upper.map((dark, x) => ' ▄▀█'[(dark ? 0 : 2) + (lower[x] === false ? 1 : 0)])
    rows.push(`  \u001B[97;40m${line.join('')}\u001B[0m`)
  }
  return rows.join('\n')
}

function demoLines(at: string, config: Config, { username, password }: DemoLogin): string[] {
  const page = `${at}/user/${username}?tab=order`
  const opensOnPhone = !isLoopback(config.host)
  return [
    `  Телефон        ${page}`,
    `  Пульт          ${at}/login?username=${username}`,
    `                 никнейм ${username}, пароль ${password ?? 'изменён после первого запуска'}`,
    ...(config.money.bank.kind === 'sandbox' ? [`  Демо-банк      ${at}/sandbox-bank/admin`] : []),
    `  Сверка         ${at}/admin, под тем же никнеймом`,
    '',
    ...(opensOnPhone
      ? [
          terminalQr(page),
          '',
          `  Это демо открыто другим машинам: HOST=${config.host}. Код ведёт телефон из этой же сети.`,
        ]
      : ['  Чтобы открыть демо с телефона: HOST=0.0.0.0 npm start']),
    '',
  ]
}

/**
 * The text shown once everything runs: the site's address, how to log in, how to stop. `login`: of a demo; its password
 * is null where it was changed after the first start.
 */
export function greeting(config: Config, login: DemoLogin | null): string {
  const at = config.publicUrl.replace(/:0$/, `:${config.port}`)
  const mailbox = seesClientAddresses(config)
    ? `http://localhost:${config.port}/mailbox${isLoopback(config.host) ? '' : ', только с этой машины'}`
    : 'закрыты для всех: PUBLIC_URL называет другую машину, а TRUST_PROXY=off'
  return [
    '',
    `  Бис работает   ${at}`,
    ...(login === null ? [] : demoLines(at, config, login)),
    ...(login === null && config.money.bank.kind === 'sandbox'
      ? [`  Демо-банк      ${at}/sandbox-bank/admin`]
      : []),
    ...(config.mailbox ? [`  Письма         ${mailbox}`] : []),
    `  Вызовы         ${at}/api/docs`,
    '',
    '  Остановить: Ctrl+C',
    '',
    '',
  ].join('\n')
}
