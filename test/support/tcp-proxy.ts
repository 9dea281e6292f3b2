import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A TCP proxy between a phone and the product, with an address of its own; it can be cut, stalled and restored. */
export async function openTcpProxy(to: string) {
  const { hostname, port } = new URL(to)
  const lines = new Set<Socket>()
  let state: 'whole' | 'silent' | 'cut' = 'whole'

  const server = createServer((near) => {
    if (state === 'cut') return near.destroy()
    if (state === 'silent') {
      near.on('error', () => near.destroy())
      near.on('close', () => lines.delete(near))
      return lines.add(near)
    }
    const far = connect(Number(port), hostname)
    for (const [line, other] of [
      [near, far],
      [far, near],
    ] as const) {
      lines.add(line)
      line.on('error', () => other.destroy())
      line.on('close', () => {
        lines.delete(line)
        other.destroy()
      })
      line.pipe(other)
    }
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  function cut() {
    state = 'cut'
    for (const line of lines) line.destroy()
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    /** No connection fails, and no request is answered. */
    stall() {
      state = 'silent'
      for (const line of lines) line.unpipe().pause()
    },
    restore() {
      if (state === 'silent') cut()
      state = 'whole'
    },
    async remove() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
