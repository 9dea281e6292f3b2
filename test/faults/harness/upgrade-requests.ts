import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { LIVE_PATH } from '#contract/path.ts'

/** Number of connections being opened at one moment; a machine has a limit of its own for them. */
const AT_ONCE = 500
const TIMEOUT_MS = 15_000

const upgrade = (headers: Record<string, string>) =>
  [
    `GET ${LIVE_PATH} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')

/**
 * Requests a live channel once; returns the status of the answer, or 0 where there was none. With `keep` an
 * accepted socket stays open. `from`: the own address.
 */
export function requestUpgrade(
  port: number,
  headers: Record<string, string> = {},
  keep?: (wire: Socket) => void,
  from = '127.0.0.1',
): Promise<number> {
  const wire = connect({ port, host: '127.0.0.1', localAddress: from })
  return new Promise((resolve) => {
    const timer = setTimeout(() => wire.destroy(), TIMEOUT_MS)
    wire.on('connect', () => wire.write(upgrade(headers)))
    wire.once('data', (part: Buffer) => {
      clearTimeout(timer)
      const status = Number(part.toString('latin1', 9, 12))
      resolve(status)
      if (keep === undefined || status !== 101) wire.destroy()
      else keep(wire)
    })
    wire.on('error', () => {})
    wire.on('close', () => {
      clearTimeout(timer)
      resolve(0)
    })
  })
}

/** Requests `count` channels from one address, as fast as this machine can, and leaves the accepted ones open until `whileOpen` is done. */
export async function requestUpgrades(
  port: number,
  count: number,
  whileOpen: () => Promise<void> = async () => {},
) {
  const answers = new Map<number, number>()
  const open = new Set<Socket>()
  let mostOpen = 0
  const began = performance.now()
  let next = 0
  const worker = async () => {
    while (next < count) {
      next += 1
      const status = await requestUpgrade(port, {}, (wire) => {
        open.add(wire)
        mostOpen = Math.max(mostOpen, open.size)
        wire.once('close', () => open.delete(wire))
      })
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const ms = performance.now() - began
  await whileOpen()
  for (const wire of open) wire.destroy()
  return { answers, mostOpen, opened: next, ms }
}
