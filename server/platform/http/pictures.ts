import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { TileAt, Tiles } from '#server/integrations/tiles/tiles.ts'
import type { Limits } from './limits.ts'
import { isNotModified } from './if-none-match.ts'
import { FILE_POLICY } from './policy.ts'

type MediaFile = { bytes: Uint8Array; type: string }

/** Serves /media/:name from our own origin, wherever the files are stored; `open` returns null for an unknown name. */
export function serveMedia(
  app: FastifyInstance,
  open: (name: string) => Promise<MediaFile | null>,
): void {
  app.get<{ Params: { name: string } }>(
    '/media/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params
      void reply.headers({
        // A file opened by its address shows as a picture, never as a page that acts in our name.
        'content-security-policy': FILE_POLICY,
        'cache-control': 'no-store',
      })
      const file = await open(name)
      if (file === null)
        return reply.code(404).type('text/plain; charset=utf-8').send('Такого файла нет')
      // A name is never reused for another file.
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-disposition', `inline; filename="${name}"`)
        .type(file.type)
        .send(file.bytes)
    },
  )
}

type Asked = { Params: { z: string; x: string; y: string } }

export type MapTiles = {
  tiles: Tiles
  maxZoom: number
  /** Tiles of twice as many pixels are available too. */
  large: boolean
  credit: string
  creditUrl: string
}

type TileSource = Pick<MapTiles, 'tiles' | 'maxZoom' | 'large'>

const NUMBER = /^(?:0|[1-9]\d{0,7})$/u
const LARGE = '@2x'

/** Parses the address of a tile; null for one outside of the map. */
function tileIn({ z, x, y }: Asked['Params'], { maxZoom, large }: TileSource): TileAt | null {
  const doubled = large && y.endsWith(LARGE)
  const written = [z, x, doubled ? y.slice(0, -LARGE.length) : y]
  if (!written.every((number) => NUMBER.test(number))) return null
  const [zoom = 0, column = 0, row = 0] = written.map(Number)
  const side = 2 ** zoom
  if (zoom > maxZoom || column >= side || row >= side) return null
  return { z: zoom, x: column, y: row, large: doubled }
}

/** Serves /tiles/{z}/{x}/{y}: an outside provider's tiles from our own origin, so that no visitor's address reaches the provider. */
export function serveTiles(app: FastifyInstance, source: TileSource, limits: Limits): void {
  app.get<Asked>('/tiles/:z/:x/:y', { schema: { hide: true } }, async (request, reply) => {
    void reply.header('content-security-policy', FILE_POLICY).header('cache-control', 'no-store')
    const at = tileIn(request.params, source)
    if (at === null)
      return reply.code(404).type('text/plain; charset=utf-8').send('Такого места на карте нет')
    await limits.spend('tilesOfAddress', request.ip)
    const tile = await source.tiles.tileAt(at)
    if (typeof tile === 'string')
      return reply
        .code(tile === 'none' ? 404 : 503)
        .type('text/plain; charset=utf-8')
        .send(tile === 'none' ? 'Здесь ничего не нарисовано' : 'Карта сейчас не отвечает')
    const tag = `"${createHash('sha256').update(tile.bytes).digest('base64url').slice(0, 22)}"`
    if (tile.maxAgeSeconds > 0)
      void reply
        .header('cache-control', `public, max-age=${tile.maxAgeSeconds}`)
        .header('etag', tag)
    if (tile.maxAgeSeconds > 0 && isNotModified(request.headers, tag)) return reply.code(304).send()
    return reply.type(tile.type).send(tile.bytes)
  })
}
