import type { FastifyInstance } from 'fastify'

export type MediaFile = { bytes: Uint8Array; type: string }

/** Serves /media/:name from our own origin, wherever the files lie; `open` gives null for a name that is none. */
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
        // Browsers that open a file by its address show a picture, never a page that acts in our name.
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'no-store',
      })
      const file = await open(name)
      if (file === null)
        return reply.code(404).type('text/plain; charset=utf-8').send('Такого файла нет')
      // A name is never given to another file.
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-disposition', `inline; filename="${name}"`)
        .type(file.type)
        .send(file.bytes)
    },
  )
}
