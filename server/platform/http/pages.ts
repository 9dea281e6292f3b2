import { randomBytes } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RouterContextProvider, createRequestHandler } from 'react-router'
import type { RouterContext, ServerBuild } from 'react-router'
import type { SiteConfig } from '#server/config/site.ts'
import { makeSharedPages, sendCached } from './cached-page.ts'
import type { PageCache, Rendered, SharedPagesDeps } from './cached-page.ts'
import { compressFor } from './compress.ts'
import { visitorTransport } from './page-calls.ts'
import type { FirstLook, ServerApi, SiteFacts } from './page-calls.ts'
import { OFFLINE_POLICY, pageSources, sealPage } from './policy.ts'
import { acceptPostedForms } from './site-origin.ts'
import type { SiteOrigin } from './site-origin.ts'
import type { MapTiles } from './pictures.ts'

/** The text of each stylesheet of a build, by its address. */
export async function readStyles(clientFolder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(join(clientFolder, 'assets'))
  const styles = names.filter((name) => name.endsWith('.css'))
  return new Map(
    await Promise.all(
      styles.map(
        async (name) =>
          [`/assets/${name}`, await readFile(join(clientFolder, 'assets', name), 'utf8')] as const,
      ),
    ),
  )
}

type Chunk = { file: string; css?: string[]; imports?: string[]; isDynamicEntry?: boolean }

/** The stylesheets of each part that is loaded later, by its source file; of those of ordering, by the name of their file, the scripts with them. */
export async function readPartFiles(
  clientFolder: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const path = join(clientFolder, '.vite', 'manifest.json')
  // A build of an older version has no manifest: then a part has its styles once the scripts are there.
  const text = await readFile(path, 'utf8').catch(() => '{}')
  const manifest = JSON.parse(text) as Record<string, Chunk>
  const chunksUnder = (name: string, seen = new Set<string>()): Chunk[] => {
    const chunk = manifest[name]
    if (chunk === undefined || seen.has(name)) return []
    seen.add(name)
    return [...(chunk.imports ?? []).flatMap((below) => chunksUnder(below, seen)), chunk]
  }
  const filesOf = (name: string, kind: (chunk: Chunk) => readonly string[]) =>
    chunksUnder(name).flatMap((chunk) => kind(chunk).map((each) => `/${each}`))
  // The parts of ordering stand together in files, and the manifest names none of them.
  const together = ['results', 'ordering'].map((chunk) => {
    const isIts = (each: string) => each.startsWith(`_${chunk}-`) && each.endsWith('.js')
    const name = Object.keys(manifest).find(isIts) ?? ''
    return [chunk, filesOf(name, ({ css = [], file }) => [...css, file])] as const
  })
  return new Map([
    ...together,
    ...Object.keys(manifest)
      .filter((name) => manifest[name]?.isDynamicEntry)
      .map((name) => [name, filesOf(name, ({ css = [] }) => css)] as const),
  ])
}

/** The build of the web, as `npm run build` leaves it. */
export type WebBuild = { server: ServerBuild; clientFolder: string }

type PageDeps = {
  web: WebBuild
  now: () => Date
  publicUrl: string
  siteOrigin: SiteOrigin
  secure: boolean
  site: SiteConfig
  testCalls: boolean
  /** Payers get a receipt, and may give an address for it. */
  receipts: boolean
  /** Payouts wait for an artist's tax status. */
  needsStatus: boolean
  demoGuide?: ServerApi['demo']
  tiles?: MapTiles | null
  messengers?: ReadonlyMap<NonNullable<SiteFacts['messengers']>[number], unknown>
  /** Where a map starts for the visitor with this address. */
  firstLook: (address: string) => Promise<FirstLook | null>
  /** The cache of shared pages; without it each page is rendered for its own visitor. */
  pageCache: PageCache | null
}

const HOUR_SECONDS = 3600

/** Loads the output of `npm run build`; `folder` is the build directory. */
export async function loadWebBuild(folder: string): Promise<WebBuild> {
  const server: ServerBuild = await import(join(folder, 'server', 'index.js'))
  return { server, clientFolder: join(folder, 'client') }
}

function siteFacts(deps: PageDeps): SiteFacts {
  const { publicUrl, site, tiles, receipts, needsStatus, messengers } = deps
  return {
    ...(messengers?.size && { messengers: [...messengers.keys()] }),
    publicUrl,
    supportEmail: site.supportEmail,
    supportUrl: site.supportUrl,
    social: site.social,
    demoArtist: site.exampleArtist,
    offerUrl: site.offerUrl ?? '/offer',
    privacyUrl: site.privacyUrl ?? '/privacy',
    tiles: tiles ? tileFacts(tiles) : null,
    ...(receipts && { receipts }),
    ...(receipts && needsStatus && { needsStatus }),
  }
}

function tileFacts({ credit, creditUrl, maxZoom, large }: MapTiles): SiteFacts['tiles'] {
  return { credit, creditUrl, maxZoom, large }
}

/** The visitor's headers that pages read; the router would check an Origin once more, by a rule of its own. */
const OF_PAGES = ['cookie', 'content-type'] as const
/** A request to a proxy may have an absolute URL; the router of the server accepts both forms. */
const SCHEME_AND_HOST = /^https?:\/\/[^/]*/iu

function webRequest(request: FastifyRequest, site: SiteOrigin, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const name of OF_PAGES) {
    const value = request.headers[name]
    if (value !== undefined) headers.set(name, value)
  }
  const { body } = request
  const path = request.url.replace(SCHEME_AND_HOST, '')
  return new Request(`${site.at(request.headers.host)}${path}`, {
    method: request.method,
    headers,
    signal,
    ...(Buffer.isBuffer(body) ? { body: new Uint8Array(body) } : {}),
  })
}

async function send(
  reply: FastifyReply,
  { answer, page }: Rendered,
  cookies: readonly string[],
): Promise<FastifyReply> {
  void reply.code(answer.status)
  for (const [name, value] of answer.headers)
    if (name !== 'set-cookie') void reply.header(name, value)
  const allCookies = [...cookies, ...answer.headers.getSetCookie()]
  if (allCookies.length > 0) void reply.header('set-cookie', allCookies)
  if (page !== null) void reply.header('content-security-policy', page.policy)
  if (!answer.headers.has('cache-control')) void reply.header('cache-control', 'no-store')
  if (page === null && answer.body === null) return reply.send('')
  const bytes = page === null ? Buffer.from(await answer.arrayBuffer()) : Buffer.from(page.html)
  if (!answer.headers.get('content-type')?.startsWith('text/')) return reply.send(bytes)
  const vary = [answer.headers.get('vary') ?? [], 'accept-encoding'].flat().join(', ')
  void reply.header('vary', vary)
  const sent = await compressFor(reply.request.headers['accept-encoding'], bytes)
  if (sent.encoding !== null) void reply.header('content-encoding', sent.encoding)
  return reply.send(sent.bytes)
}

/** They matter for documents and calls alone, and would add a third of a kilobyte to each file of a page. */
const OF_DOCUMENTS = [
  'permissions-policy',
  'cross-origin-opener-policy',
  'referrer-policy',
  'x-request-id',
]
/** A file that never changes under its name is not requested again, nor in parts. */
const OF_CHANGING = ['etag', 'last-modified', 'accept-ranges']

async function serveFiles(app: FastifyInstance, clientFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders(reply, path) {
      if (path.endsWith('.html')) void reply.header('content-security-policy', OFFLINE_POLICY)
      else for (const name of OF_DOCUMENTS) void reply.removeHeader(name)
      // Names of built assets contain a hash of their content; other files may change under their name.
      const forever = path.startsWith(join(clientFolder, 'assets'))
      if (forever) for (const name of OF_CHANGING) void reply.removeHeader(name)
      void reply.header(
        'cache-control',
        forever ? 'public, max-age=31536000, immutable' : `public, max-age=${HOUR_SECONDS}`,
      )
    },
  })
}

/** Everything that is not a call, a socket or a file is a page of the web. */
export async function servePages(app: FastifyInstance, deps: PageDeps): Promise<void> {
  const sources = pageSources(deps)
  const handle = createRequestHandler(deps.web.server, 'production')
  const styles = await readStyles(deps.web.clientFolder)
  const partFiles = await readPartFiles(deps.web.clientFolder)
  const entry = deps.web.server.entry.module as unknown as { serverApi: RouterContext<ServerApi> }
  const site = siteFacts(deps)
  const toEach = {
    now: deps.now,
    styles,
    partFiles,
    publicUrl: deps.publicUrl,
    site,
    legal: deps.site.legal,
    demo: deps.demoGuide ?? null,
    testCalls: deps.testCalls,
    secure: deps.secure,
  }

  const render: SharedPagesDeps['render'] = async (request, own) => {
    const context = new RouterContextProvider()
    let html: string | null = null
    const drawn = (text: string) => {
      html = text
    }
    const nonce = randomBytes(16).toString('base64')
    context.set(entry.serverApi, { ...toEach, ...own, nonce, drawn })
    const answer = await handle(request, context)
    return { answer, page: html === null ? null : sealPage(html, nonce, sources) }
  }

  async function renderOwn(request: FastifyRequest, reply: FastifyReply) {
    const cookies: string[] = []
    const disconnected = new AbortController()
    reply.raw.once('close', () => disconnected.abort())
    const rendered = await render(webRequest(request, deps.siteOrigin, disconnected.signal), {
      transport: visitorTransport(app, request, cookies),
      firstLook: () => deps.firstLook(request.ip),
      report: (error) => request.log.error({ err: error }, 'a bug answered a page'),
    })
    return send(reply, rendered, cookies)
  }

  const { publicUrl, pageCache: cache } = deps
  const shared = cache && makeSharedPages({ app, cache, publicUrl, render, log: app.log })
  await serveFiles(app, deps.web.clientFolder)
  await app.register(async (scope) => {
    acceptPostedForms(scope, deps.siteOrigin)
    scope.route({
      method: ['GET', 'POST'],
      url: '/*',
      schema: { hide: true },
      handler: async (request, reply) => {
        if (request.url.startsWith('/assets/'))
          return reply.code(404).type('text/plain; charset=utf-8').send('Такого файла нет')
        const page = (await shared?.find(request)) ?? null
        return page === null ? renderOwn(request, reply) : sendCached(request, reply, page)
      },
    })
  })
}
