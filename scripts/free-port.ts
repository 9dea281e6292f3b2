import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import type { Server } from 'node:net'

/** Below 32768, where Linux takes the ports of connections from (net.ipv4.ip_local_port_range). */
const [FROM, TO] = [11_000, 21_000]
/** From a port to its lock: a port on which this process listens as long as it lives. */
const LOCK = 10_000

/** Null where something listens already. */
function listenOn(port: number): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

/**
 * Returns a port of this machine on which nobody listens. It is given to no other caller while this process lives, so
 * that it stays free until a server has started.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FROM, TO)
    const lock = await listenOn(port + LOCK)
    if (lock === null) continue
    lock.unref()
    const server = await listenOn(port)
    if (server === null) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}
