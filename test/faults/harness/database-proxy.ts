import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

type ProxyMode =
  | { readonly kind: 'whole' }
  /** New connections are refused, and open ones are destroyed. */
  | { readonly kind: 'cut' }
  /** All data is accepted and none is delivered. */
  | { readonly kind: 'swallows' }
  | { readonly kind: 'slow'; readonly ms: number }

/** A proxy for anything over TCP that can be made to fail. `to` is called again for each connection. */
export async function openDatabaseProxy(to: () => string) {
  let mode: ProxyMode = { kind: 'whole' }
  const lines = new Set<{ near: Socket; far: Socket; wanting: boolean }>()

  const server = createServer((near) => {
    if (mode.kind === 'cut') return void near.destroy()
    const { hostname, port } = new URL(to())
    const far = connect(Number(port), hostname)
    const line = { near, far, wanting: false }
    lines.add(line)
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => other.destroy())
      from.on('close', () => {
        lines.delete(line)
        other.destroy()
      })
      from.on('data', (part) => {
        if (mode.kind === 'swallows') line.wanting = true
        else if (mode.kind === 'slow') setTimeout(() => other.write(part), mode.ms)
        else other.write(part)
      })
    }
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  function throwOut(whom: (line: { wanting: boolean }) => boolean): void {
    for (const line of lines) if (whom(line)) line.near.destroy()
  }

  return {
    port: (server.address() as AddressInfo).port,
    cut(): void {
      mode = { kind: 'cut' }
      throwOut(() => true)
    },
    swallow(): void {
      mode = { kind: 'swallows' }
    },
    slowDown(ms: number): void {
      mode = { kind: 'slow', ms }
    },
    /** Destroys the connections that lost data, as their ends would find out by themselves. */
    restore(): void {
      mode = { kind: 'whole' }
      throwOut(({ wanting }) => wanting)
    },
    /** Destroys the open connections; new ones go to the new target. */
    turn(): void {
      throwOut(() => true)
    },
    async remove(): Promise<void> {
      throwOut(() => true)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
