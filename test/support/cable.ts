import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** The wire between a telephone and the product: an address of its own that can be cut and mended. */
export async function layCable(to: string) {
  const { hostname, port } = new URL(to)
  const lines = new Set<Socket>()
  let whole = true

  const server = createServer((near) => {
    if (!whole) return near.destroy()
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
    whole = false
    for (const line of lines) line.destroy()
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend() {
      whole = true
    },
    async remove() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
