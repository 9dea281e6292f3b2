import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One green pixel, which a browser scales to any size. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
  'base64',
)

/** Starts a provider of map tiles on this machine: it answers any tile while it is up. */
export async function startTileProvider() {
  const provider = { up: true }
  const server = createServer((_, reply) => {
    if (provider.up) reply.setHeader('content-type', 'image/png').end(PICTURE)
    else reply.writeHead(500).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    variables: {
      TILES_URL: `http://127.0.0.1:${port}/{z}/{x}/{y}.png?key=swordfish`,
      TILES_CREDIT: '© Чужая карта https://tiles.example/terms',
      TILES_MAX_ZOOM: '14',
    },
    /** From now on every tile fails. */
    fail() {
      provider.up = false
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
