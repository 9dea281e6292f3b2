import { usernameKey } from '#domain/accounts/account.ts'
import { serveSandboxBank } from '#packages/tbank-sandbox/serve.ts'
import { serveMailbox } from '#demo/mailbox/mailbox.ts'
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
import { answerFailures, answerNotFound } from './platform/http/failures.ts'
import { limitConnections } from './platform/http/connection-limit.ts'
import { healthRoutes } from './platform/http/health.ts'
import { servePages } from './platform/http/pages.ts'
import { serveTiles } from './platform/http/pictures.ts'
import type { RequestCaller } from './platform/http/route.ts'
import { serveSecurityContact } from './platform/http/security-contact.ts'
import { listenOn, makeServer } from './platform/http/server.ts'
import { siteOrigin } from './platform/http/site-origin.ts'
import { logSecurity } from './platform/lifecycle/security-log.ts'
import { attachOperation, countedMail, countedPush } from './platform/lifecycle/operate.ts'
import { closeKeptConnections, drainServer } from './platform/lifecycle/shutdown.ts'
import { attachLive } from './platform/live/socket.ts'
import { makeMetrics } from './platform/metrics/metrics.ts'

/** The time limit for requests in flight when the process shuts down. */
const LAST_REQUESTS_MS = 10_000

/** Wires everything; does not listen yet. */
export async function buildApp(deps: AppOptions) {
  const { database, bus } = deps
  const secure = deps.publicUrl.startsWith('https:')
  const site = siteOrigin(deps)
  const http = makeServer(deps)
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
  /** The caller who shows orders on a pad: a machine's key shows them to nobody, and a host has no pad. */
  async function padOf(token: string): Promise<RequestCaller | null> {
    const caller = await authenticate(token)
    return caller === null || caller.host || caller.secondPad?.rights !== undefined ? null : caller
  }

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
      const pad = await padOf(token)
      if (pad === null || (pad.secondPad && pad.secondPad.concertId !== concertId)) return false
      return usernameKey(pad.username) === usernameKey(await ctx.names.currentName(artistUsername))
    },
    artistOfPad: async (token) => (await padOf(token))?.id ?? null,
    allowedOrigin: site.owns,
    limits: { ...deps.liveLimits, sockets: deps.maxWatchers },
    networkOf: (request) =>
      networkOf(deps.trustProxy ? forwardedAddress(request) : (request.socket.remoteAddress ?? '')),
    log: deps.log,
  })
  const operation = attachOperation(http, {
    ...deps,
    metrics,
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
    listen: (port: number, host: string) => listenOn(http, port, host),
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
