import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

type ProxyMode =
  | { readonly kind: 'whole' }
  /** New connections are refused, and open ones are destroyed. */
  | { readonly kind: 'cut' }
  /** No connection fails: all data is accepted and none is delivered. */
  | { readonly kind: 'stalled' }
  | { readonly kind: 'slow'; readonly ms: number }

/** A proxy for anything over TCP, with a port of its own, that can be made to fail. `to`: the URL of the other end. */
export async function openTcpProxy(to: string) {
  let target = to
  let mode: ProxyMode = { kind: 'whole' }
  const connections = new Set<{ near: Socket; lostData: boolean }>()

  const server = createServer((near) => {
    if (mode.kind === 'cut') return void near.destroy()
    const { hostname, port } = new URL(target)
    const far = connect(Number(port), hostname)
    const connection = { near, lostData: false }
    connections.add(connection)
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => other.destroy())
      from.on('close', () => {
        connections.delete(connection)
        other.destroy()
      })
      from.on('data', (part) => {
        if (mode.kind === 'stalled') connection.lostData = true
        else if (mode.kind === 'slow') setTimeout(() => other.write(part), mode.ms)
        else other.write(part)
      })
    }
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  function destroyAll(): void {
    for (const { near } of connections) near.destroy()
  }

  return {
    port,
    url: `http://127.0.0.1:${port}`,
    cut(): void {
      mode = { kind: 'cut' }
      destroyAll()
    },
    stall(): void {
      mode = { kind: 'stalled' }
    },
    slowDown(ms: number): void {
      mode = { kind: 'slow', ms }
    },
    /** Destroys the connections that lost data, as their ends would find out by themselves. */
    restore(): void {
      mode = { kind: 'whole' }
      for (const { near, lostData } of connections) if (lostData) near.destroy()
    },
    /** Destroys the open connections; new ones go to this URL. */
    turnTo(url: string): void {
      target = url
      destroyAll()
    },
    async remove(): Promise<void> {
      mode = { kind: 'cut' }
      destroyAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
