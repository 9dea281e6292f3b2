import { randomUUIDv7 } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { LogController } from 'fastify'
import { usernameKey } from '#domain/accounts/account.ts'
import { serveSandboxBank } from '#demo/bank/serve.ts'
import { serveMailbox } from '#demo/mailbox/mailbox.ts'
import { asksForWebSocket } from '#packages/live-broadcast/handshake.ts'
import type { AppOptions } from './providers.ts'
import { accountsRoutes } from './modules/accounts/accounts.routes.ts'
import { adminRoutes } from './modules/admin/admin.routes.ts'
import { artistsRoutes } from './modules/artists/artists.routes.ts'
import { bankWebhooksRoutes } from './modules/bank-webhooks/bank-webhooks.routes.ts'
import { serveCalendars } from './modules/calendar/calendar.routes.ts'
import {
  concertsRoutes,
  findingRoutes,
  keepsakesRoutes,
  reportRoutes,
} from './modules/concerts/concerts.routes.ts'
import { modules } from './modules/index.ts'
import { serveEmbed } from './modules/embed/embed.routes.ts'
import { featuresRoutes } from './modules/features/features.routes.ts'
import { feedbackRoutes } from './modules/feedback/feedback.routes.ts'
import { filesRoutes } from './modules/files/files.routes.ts'
import { paymentsRoutes } from './modules/payments/payments.routes.ts'
import { payoutsRoutes } from './modules/payouts/payouts.routes.ts'
import { pushRoutes } from './modules/push/push.routes.ts'
import { placesRoutes } from './modules/places/places.routes.ts'
import { servePreviewCards } from './modules/preview-cards/preview-cards.routes.ts'
import { qrRoutes } from './modules/qr/qr.routes.ts'
import { myOrdersRoutes, queueRoutes } from './modules/queue/queue.routes.ts'
import { manualReviewRoutes } from './modules/reconciliation/manual-review.routes.ts'
import {
  repertoireImportRoutes,
  repertoireRoutes,
  songTextRoutes,
} from './modules/repertoire/repertoire.routes.ts'
import { setsRoutes } from './modules/sets/sets.routes.ts'
import { noteCall, secondPadsRoutes } from './modules/second-pads/second-pads.routes.ts'
import { serveSitemaps } from './modules/sitemap/sitemap.routes.ts'
import { songsRoutes } from './modules/songs/songs.routes.ts'
import { instanceSecret } from './platform/db/secrets.ts'
import { bindContract } from './platform/http/bind.ts'
import { serveDocs } from './platform/http/docs.ts'
import {
  answerFailures,
  answerNotFound,
  answerUnreadable,
  answerUnroutable,
  decodableUrl,
} from './platform/http/failures.ts'
import { forwardedAddress, networkOf } from './platform/http/client-address.ts'
import type { RequestCaller } from './platform/http/route.ts'
import { healthRoutes } from './platform/http/health.ts'
import { localLimits } from './platform/http/limits.ts'
import { serveMedia, serveTiles } from './platform/http/pictures.ts'
import { makePageCaches } from './platform/http/page-invalidation.ts'
import { redirectFormerNames } from './platform/http/former-names.ts'
import { servePages } from './platform/http/pages.ts'
import { serveSecurityContact } from './platform/http/security-contact.ts'
import { siteOrigin } from './platform/http/site-origin.ts'
import { compileSerializer, compileValidator } from './platform/http/validation.ts'
import { UNLIMITED_DISK } from './platform/lifecycle/disk-space.ts'
import { drainServer, closeKeptConnections } from './platform/lifecycle/shutdown.ts'
import { attachOperation, countedMail, countedPush } from './platform/lifecycle/operate.ts'
import { attachLive } from './platform/live/socket.ts'
import { makeMetrics } from './platform/metrics/metrics.ts'
import { makeServices } from './services.ts'

/** The shape of the request ids of nginx, Caddy and HAProxy; no personal data fits it. */
const WELL_FORMED = /^[\da-f-]{16,64}$/iu

/** A request's id: the one that our own proxy sent, else a new one. */
function requestIds(trustProxy: boolean): (request: IncomingMessage) => string {
  return ({ headers }) => {
    const given = trustProxy ? headers['x-request-id'] : undefined
    return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUIDv7()
  }
}

/** The time limit for requests in flight when the process shuts down. */
const LAST_REQUESTS_MS = 10_000
/**
 * Connections that wait for `accept`; beyond this limit a client repeats its SYN after one, three, seven seconds. The
 * kernel's own bound (`somaxconn`, 4096 on Debian) applies too.
 */
const BACKLOG = 4096

/** The longest that a request may take to arrive: a photo over a slow network. */
const REQUEST_MS = 60_000
// Must not exceed REQUEST_MS, otherwise Node swaps the two.
const HEADERS_MS = 30_000
const SLOW_LOOK_MS = 5000

/** Wires everything; does not listen yet. */
export async function buildApp(deps: AppOptions) {
  const { database, bus } = deps
  const secure = deps.publicUrl.startsWith('https:')
  const site = siteOrigin(deps)
  const http = Fastify({
    loggerInstance: deps.log,
    // One log line per request of a full venue would bury what matters; failures are logged where they happen.
    logController: new LogController({ disableRequestLogging: true }),
    // For request.ip alone; the site's origin is `siteOrigin`. One hop: the client wrote the rest of the header.
    trustProxy: deps.trustProxy ? (_, hop) => hop === 0 : false,
    rewriteUrl: ({ url = '/' }) => decodableUrl(url),
    genReqId: requestIds(deps.trustProxy),
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerUnreadable,
    bodyLimit: 256 * 1024,
    requestTimeout: REQUEST_MS,
    http: {
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: SLOW_LOOK_MS,
      shouldUpgradeCallback: asksForWebSocket,
    },
    routerOptions: { maxParamLength: 200 },
  })
  const { limits = localLimits() } = deps
  let stopping = false
  const metrics = makeMetrics()
  const { ctx, services } = makeServices({
    ...deps,
    limits,
    mail: countedMail(deps.mail, metrics),
    ...(deps.push && { push: countedPush(deps.push, metrics) }),
    meter: metrics,
    codeSecret: await instanceSecret(database.sql, 'codes'),
  })
  const { hub } = services
  const { accounts, artists, concerts, features, repertoire, secondPads, songs } = services
  const pageCaches = makePageCaches({
    bus,
    maxBytes: deps.pagesKeptBytes ?? 0,
    artistOf: async (concertId) => (await concerts.byId(concertId)).artistUsername,
  })
  const routes = [
    ...modules.flatMap((module) => module.routes?.(ctx) ?? []),
    ...accountsRoutes(accounts, services.usernames, limits),
    ...artistsRoutes(artists, services.settings, limits),
    ...concertsRoutes(concerts, limits),
    ...findingRoutes(services.finding),
    ...keepsakesRoutes(services.keepsakes),
    ...reportRoutes(ctx),
    ...featuresRoutes(features),
    ...paymentsRoutes(services.payments),
    ...payoutsRoutes(ctx, services, limits),
    ...bankWebhooksRoutes(services.bankWebhooks, limits),
    ...manualReviewRoutes(services.manualReview),
    ...filesRoutes(services.photos),
    ...placesRoutes(services),
    ...feedbackRoutes(services.feedback),
    ...adminRoutes(services.admin),
    ...qrRoutes(services.qr),
    ...queueRoutes(ctx, services, limits),
    ...secondPadsRoutes(secondPads),
    ...myOrdersRoutes(services.myOrders, limits),
    ...pushRoutes(services.push),
    ...repertoireRoutes(repertoire, artists.byUsername, services.queue),
    ...repertoireImportRoutes(services.repertoireImport),
    ...songTextRoutes(services.songTexts),
    ...setsRoutes(services.sets),
    ...songsRoutes(songs, artists.known, services.queue.choiceIn, repertoire.orderingOf),
    ...healthRoutes({ sql: database.sql, bus, stopping: () => stopping }),
  ]

  http.setValidatorCompiler(compileValidator)
  http.setSerializerCompiler(compileSerializer)
  http.decorateRequest('caller', null)
  const authenticate = async (token: string): Promise<RequestCaller | null> => {
    for (const module of modules) {
      const caller = await module.authenticate?.(ctx, token)
      if (caller) return caller
    }
    return (await secondPads.authenticate(token)) ?? accounts.authenticate(token)
  }
  const live = attachLive(http.server, {
    hub,
    findConcert: async (username, ...named) =>
      concerts.findForLive(await services.names.currentName(username), ...named),
    async isPad(token, { artistUsername, concertId }) {
      const caller = await authenticate(token)
      if (caller === null || ('secondPad' in caller && caller.secondPad.concertId !== concertId))
        return false
      const artist = await services.names.currentName(artistUsername)
      return usernameKey(caller.username) === usernameKey(artist)
    },
    allowedOrigin: site.owns,
    limits: { ...deps.liveLimits, sockets: deps.maxWatchers },
    networkOf: (request) =>
      networkOf(deps.trustProxy ? forwardedAddress(request) : (request.socket.remoteAddress ?? '')),
    log: deps.log,
  })
  const operation = attachOperation(http, {
    ...deps,
    metrics,
    metricsToken: deps.metricsToken ?? null,
    room: deps.room ?? UNLIMITED_DISK,
    shed: deps.shed ?? true,
    stuck: services.manualReview.all,
    paysOut: deps.money.bank?.paysOut === true,
    live,
    hub,
    songIndex: services.songIndex,
    pages: pageCaches.pages,
  })
  closeKeptConnections(http, () => stopping)
  answerFailures(http)
  redirectFormerNames(http, services.names.currentName)
  await serveDocs(http, deps.publicUrl)
  operation.serve()
  const deviceSecret = await instanceSecret(database.sql, 'device')
  await http.register(async (scope) => {
    bindContract(scope, routes, {
      testCalls: deps.testCalls,
      authenticate,
      limits,
      deviceSecret,
      secure,
      done(call) {
        pageCaches.done?.(call)
        for (const module of modules) module.afterCall?.(ctx, call)
        noteCall(secondPads, call)
      },
    })
    scope.all('/api/*', { schema: { hide: true } }, answerNotFound)
  })
  for (const module of modules) await module.serve?.(http, ctx)
  serveMedia(http, services.photos.open)
  if (deps.tiles) serveTiles(http, deps.tiles, limits)
  servePreviewCards(http, services.previewCards, limits)
  serveSitemaps(http, services.sitemaps, { limits, publicUrl: deps.publicUrl })
  serveEmbed(http, services.embed, { limits, publicUrl: deps.publicUrl })
  serveCalendars(http, services.calendars, limits)
  const { supportEmail } = deps.site
  serveSecurityContact(http, { ...deps, supportEmail })
  if (deps.mailbox) serveMailbox(http, { ...deps, sql: database.sql })
  if (deps.sandboxBank !== undefined) await serveSandboxBank(http, deps.sandboxBank)
  if (deps.web !== undefined)
    await servePages(http, {
      ...deps,
      web: deps.web,
      siteOrigin: site,
      secure,
      receipts: deps.money.receipts !== null,
      needsStatus: deps.money.needsStatus === true,
      firstLook: services.callerLocation.firstLook,
      pageCache: pageCaches.pages,
      answers: pageCaches.answers,
    })
  await http.ready()

  return {
    http,
    ctx,
    services,
    hub,
    /** Starts to listen and returns the port; 0 asks for any free one. */
    async listen(port: number, host: string): Promise<number> {
      await http.listen({ port, host, backlog: BACKLOG })
      return (http.server.address() as AddressInfo).port
    },
    /** Marks the process as not ready: a proxy that checks readiness sends no more requests. */
    markStopping(): void {
      stopping = true
    },
    /** Closes the sockets; requests in flight are finished or cut after 10 s; the database and the bus stay with their owner. */
    async close(): Promise<void> {
      stopping = true
      // First: pages call this process itself, which answers nothing after `http.close`.
      await Promise.all([live.close(), drainServer(http.server, LAST_REQUESTS_MS)])
      await http.close()
      await services.accounts.mailIdle()
      await services.songIndex.close()
      pageCaches.close()
      hub.close()
      for (const module of modules) await module.close?.(ctx)
      operation.close()
    },
  }
}
