import { join } from 'node:path'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import type { EntryContext, RouterContext, ServerBuild } from 'react-router'
import type { ReactElement } from 'react'
import { readPartFiles, readStyles } from '../server/platform/http/pages.ts'
import { compress } from '../server/platform/http/compress.ts'
import type { ServerApi, WireRequest } from '../web/entry.server.tsx'

/**
 * React alone renders the product's page tree of one address into the same bytes, with the data that the running
 * product serves to scripts too. `brotli`: the bytes are compressed as in the product.
 */
type BareDrawing = { url: string; folder: string; seconds: number; brotli: boolean }
export type BareEnd = { perSecond: number; cpuUs: number; bytes: number }

/** The same concurrency as in the load on the product. */
const HANDS = 16

type Entry = {
  serverApi: RouterContext<ServerApi>
  draw(tree: ReactElement, nonce: string, signal: AbortSignal): Promise<{ html: string }>
  pageTree(router: EntryContext, url: string, door: ServerApi): ReactElement
}

/** Returns a function that renders the page; the loaders' data is passed to React as the router does it. */
async function drawingOf({ url, folder }: BareDrawing): Promise<() => Promise<string>> {
  const build = (await import(join(folder, 'server', 'index.js'))) as ServerBuild
  const { serverApi, pageTree, draw } = build.entry.module as unknown as Entry
  const { origin } = new URL(url)
  const clientFolder = join(folder, 'client')
  const social = { vk: null, telegram: null, youtube: null }
  const nobody = { supportEmail: null, supportUrl: null, social, demoArtist: null, tiles: null }
  const door: ServerApi = {
    now: () => new Date(),
    nonce: 'x',
    styles: await readStyles(clientFolder),
    partFiles: await readPartFiles(clientFolder),
    publicUrl: origin,
    site: { ...nobody, publicUrl: origin, offerUrl: '/offer', privacyUrl: '/privacy' },
    legal: null,
    demo: null,
    testCalls: false,
    secure: false,
    firstLook: async () => null,
    drawn: () => undefined,
    report(error: unknown) {
      throw error
    },
    async transport({ method, url: path, headers, body }: WireRequest) {
      const answer = await fetch(`${origin}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
      })
      return { status: answer.status, body: await answer.json(), retryAfter: null }
    },
  }
  const context = new RouterContextProvider()
  context.set(serverApi, door)
  const { promise, resolve } = Promise.withResolvers<EntryContext>()
  const catching: ServerBuild = {
    ...build,
    entry: {
      module: {
        ...build.entry.module,
        default: (_request, _status, _headers, router) => {
          resolve(router)
          return new Response('')
        },
      },
    },
  }
  await createRequestHandler(catching, 'production')(new Request(url), context)
  const router = await promise
  const handoff = await new Response(router.serverHandoffStream ?? null).bytes()
  return async () => {
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(handoff)
        controller.close()
      },
    })
    const again = { ...router, renderMeta: {}, serverHandoffStream: stream }
    const { signal } = new AbortController()
    return (await draw(pageTree(again, url, door), door.nonce, signal)).html
  }
}

async function measure(drawing: BareDrawing): Promise<BareEnd> {
  const page = await drawingOf(drawing)
  const sent = async (html: Buffer) => (drawing.brotli ? compress(html, 'br', 'once') : html)
  const drawFor = async (seconds: number) => {
    const until = performance.now() + seconds * 1000
    let [drawn, bytes] = [0, 0]
    // Compression runs on other threads, and the product renders the next page meanwhile.
    const worker = async () => {
      while (performance.now() < until) {
        bytes = (await sent(Buffer.from(await page()))).length
        drawn++
      }
    }
    await Promise.all(Array.from({ length: drawing.brotli ? HANDS : 1 }, worker))
    return { drawn, bytes }
  }
  await drawFor(drawing.seconds / 3)
  const before = process.cpuUsage()
  const { drawn, bytes } = await drawFor(drawing.seconds)
  const { user, system } = process.cpuUsage(before)
  return { perSecond: drawn / drawing.seconds, cpuUs: (user + system) / drawn, bytes }
}

process.on('message', (drawing: BareDrawing) => {
  void measure(drawing).then((end) => process.send?.(end))
})
