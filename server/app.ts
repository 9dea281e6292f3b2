import { randomUUIDv7 } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { LogController } from 'fastify'
import { usernameKey } from '#domain/accounts/account.ts'
import { serveSandboxBank } from '#packages/tbank-sandbox/serve.ts'
import { serveMailbox } from '#demo/mailbox/mailbox.ts'
import { asksForWebSocket } from '#packages/live-broadcast/handshake.ts'
import type { Module } from './module.ts'
import { modules } from './modules/index.ts'
import { openContext } from './open-context.ts'
import type { AppOptions } from './providers.ts'
import { formerSecrets, instanceSecret } from './platform/db/secrets.ts'
import { bindContract } from './platform/http/bind.ts'
import { pageCache } from './platform/http/cached-page.ts'
import type { CachedPage } from './platform/http/cached-page.ts'
import { forwardedAddress, networkOf } from './platform/http/client-address.ts'
import { serveDocs } from './platform/http/docs.ts'
import {
  answerFailures,
  answerNotFound,
  answerUnreadable,
  answerUnroutable,
  decodableUrl,
} from './platform/http/failures.ts'
import { limitConnections } from './platform/http/connection-limit.ts'
import { healthRoutes } from './platform/http/health.ts'
import { servePages } from './platform/http/pages.ts'
import { serveTiles } from './platform/http/pictures.ts'
import type { RequestCaller } from './platform/http/route.ts'
import { serveSecurityContact } from './platform/http/security-contact.ts'
import { siteOrigin } from './platform/http/site-origin.ts'
import { compileSerializer, compileValidator } from './platform/http/validation.ts'
import { UNLIMITED_DISK } from './platform/lifecycle/disk-space.ts'
import { logSecurity } from './platform/lifecycle/security-log.ts'
import { attachOperation, countedMail, countedPush } from './platform/lifecycle/operate.ts'
import { closeKeptConnections, drainServer } from './platform/lifecycle/shutdown.ts'
import { attachLive } from './platform/live/socket.ts'
import { makeMetrics } from './platform/metrics/metrics.ts'

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
  let stopping = false
  const metrics = makeMetrics()
  const ctx = openContext({
    ...deps,
    mail: countedMail(deps.mail, metrics),
    ...(deps.push && { push: countedPush(deps.push, metrics) }),
    meter: metrics,
    codeSecret: await instanceSecret(database.sql, 'codes'),
    formerCodeSecrets: await formerSecrets(database.sql, 'codes'),
  })
  const { limits } = ctx
  // With 0 bytes each page is rendered for its own visitor.
  const pages = deps.pagesKeptBytes
    ? pageCache<CachedPage>({ maxBytes: deps.pagesKeptBytes })
    : null

  /** The first answer that is not null, of the modules that have one. */
  async function ask<T>(answer: (module: Module) => Promise<T | null> | undefined) {
    for (const module of modules) {
      const found = await answer(module)
      if (found != null) return found
    }
    return null
  }
  const authenticate = (token: string): Promise<RequestCaller | null> =>
    ask((module) => module.authenticate?.(ctx, token))

  http.setValidatorCompiler(compileValidator)
  http.setSerializerCompiler(compileSerializer)
  http.decorateRequest('caller', null)
  const connections = limitConnections(http.server, {
    most: deps.maxConnections,
    networkOf: deps.trustProxy ? null : networkOf,
    log: deps.log,
  })
  const live = attachLive(http.server, {
    hub: ctx.live,
    findConcert: async (username, ...named) => {
      const current = await ctx.names.currentName(username)
      return ask((module) => module.findConcert?.(ctx, current, ...named))
    },
    async isPad(token, { artistUsername, concertId }) {
      const caller = await authenticate(token)
      // A machine's key shows nobody when an order came; a host has no pad.
      if (caller === null || caller.host || caller.secondPad?.rights !== undefined) return false
      if (caller.secondPad && caller.secondPad.concertId !== concertId) return false
      const artist = await ctx.names.currentName(artistUsername)
      return usernameKey(caller.username) === usernameKey(artist)
    },
    async artistOfPad(token) {
      const caller = await authenticate(token)
      return caller?.secondPad?.rights === undefined ? caller?.id || null : null
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
    stuck: () => ask((module) => module.moneyInQuestion?.(ctx)),
    paysOut: ctx.bank?.paysOut === true,
    live,
    connections,
    hub: ctx.live,
    songIndex: ctx.songIndex,
    pages,
  })
  closeKeptConnections(http, () => stopping)
  answerFailures(http)
  await serveDocs(http, deps.publicUrl)
  operation.serve()
  // Before the calls of the contract, so that a hook of a module applies to them.
  for (const module of modules) await module.serve?.(http, ctx)
  const deviceSecret = await instanceSecret(database.sql, 'device')
  const routes = [
    ...modules.flatMap((module) => module.routes?.(ctx) ?? []),
    ...healthRoutes({ sql: database.sql, bus, stopping: () => stopping }),
  ]
  await http.register(async (scope) => {
    bindContract(scope, routes, {
      testCalls: deps.testCalls,
      authenticate,
      limits,
      deviceSecret,
      formerDeviceSecrets: await formerSecrets(database.sql, 'device'),
      secure,
      operatorsNeedKey: deps.operatorsNeedKey === true,
      refusedRights: ({ id: account }, { method, path }, network) =>
        logSecurity(ctx, 'rights refused', { account, network, call: `${method} ${path}` }),
      done(call) {
        for (const module of modules) module.afterCall?.(ctx, call)
      },
    })
    scope.all('/api/*', { schema: { hide: true } }, answerNotFound)
  })
  if (deps.tiles) serveTiles(http, deps.tiles, limits)
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
      firstLook: (address) => ask((module) => module.firstLook?.(ctx, address)),
      pageCache: pages,
    })
  await http.ready()

  return {
    http,
    ctx,
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
      ctx.live.close()
      for (const module of modules) await module.close?.(ctx)
      operation.close()
    },
  }
}
