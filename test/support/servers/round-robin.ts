import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A load balancer before several processes: each new connection goes to the next process that accepts it. */
export async function roundRobin() {
  const urls: string[] = []
  const lines = new Set<Socket>()
  let turn = 0

  function forward(near: Socket, left: number): void {
    const url = urls[turn++ % urls.length]
    if (url === undefined || left === 0) {
      near.destroy()
      return
    }
    const { hostname, port } = new URL(url)
    const far = connect(Number(port), hostname)
    let met = false
    far.once('connect', () => {
      met = true
      near.pipe(far).pipe(near)
    })
    // A process that is down accepts no connection: the next one is tried, and the caller does not notice.
    far.on('error', () => (met ? near.destroy() : forward(near, left - 1)))
    far.on('close', () => {
      if (met) near.destroy()
    })
    near.on('close', () => far.destroy())
  }

  const server = createServer((near) => {
    lines.add(near)
    near.on('error', () => near.destroy())
    near.on('close', () => lines.delete(near))
    forward(near, urls.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sets the targets after the processes have started: they need this balancer's URL at their start. */
    setTargets: (to: readonly string[]) => void urls.splice(0, urls.length, ...to),
    async remove(): Promise<void> {
      for (const line of lines) line.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
