import type { AddressInfo } from 'node:net'
import { randomUUIDv7 } from 'node:crypto'
import type { FastifyServerOptions } from 'fastify'
import Fastify from 'fastify'
import type { Database } from './db/open.ts'
import { instanceSecret } from './db/secrets.ts'
import { bindContract } from './http/bind.ts'
import { serveDocs } from './http/docs.ts'
import { answerFailures, answerNotFound } from './http/failures.ts'
import { localLimits } from './http/limits.ts'
import type { WebBuild } from './http/pages.ts'
import { servePages } from './http/pages.ts'
import type { Route } from './http/route.ts'
import { compileValidator } from './http/validation.ts'

export type AppDeps = {
  database: Database
  now: () => Date
  publicUrl: string
  trustProxy: boolean
  logger: FastifyServerOptions['logger']
  /** Without it the process answers calls and sockets only. */
  web?: WebBuild
}

/** Everything wired, nothing listening. */
export async function buildApp(deps: AppDeps) {
  const secure = deps.publicUrl.startsWith('https:')
  const http = Fastify({
    logger: deps.logger ?? false,
    trustProxy: deps.trustProxy,
    genReqId: () => randomUUIDv7(),
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 200 },
  })
  http.setValidatorCompiler(compileValidator)
  answerFailures(http)
  http.decorateRequest('caller')
  const routes: Route[] = []
  await serveDocs(http, deps.publicUrl)
  await http.register(async (scope) => {
    bindContract(scope, routes, {
      whoIs: async () => null,
      limits: localLimits(),
      deviceSecret: await instanceSecret(deps.database.sql, 'device'),
      secure,
    })
    scope.all('/api/*', { schema: { hide: true } }, answerNotFound)
  })
  if (deps.web !== undefined)
    await servePages(http, { web: deps.web, publicUrl: deps.publicUrl, secure })
  return {
    http,
    /** Starts to listen and says where. */
    async listen(port: number, host: string): Promise<number> {
      await http.listen({ port, host })
      return (http.server.address() as AddressInfo).port
    },
    async close(): Promise<void> {
      await http.close()
    },
  }
}
