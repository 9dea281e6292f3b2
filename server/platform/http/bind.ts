import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyEndpoint, CallRate } from '#contract/endpoint.ts'
import { everyEndpoint } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { Failure } from '#contract/shapes.ts'
import { noLogin } from '#domain/accounts/login.ts'
import { dutyText, isDuty, mayDo } from '#domain/accounts/operators.ts'
import { KEY_PREFIX, KEY_RIGHT_NAMES, noConcertOfKey } from '#domain/machine-keys.ts'
import { Refusal } from '#domain/refusal.ts'
import type { RefusalCode } from '#domain/refusal.ts'
import { deviceOf } from './device.ts'
import { RATES, spendRates } from './limits.ts'
import type { Limits } from './limits.ts'
import type { Done, RequestCaller, FileAnswer, Route } from './route.ts'
import { FORM, readFile, acceptFiles } from './upload.ts'
import { FILE_POLICY } from './policy.ts'

type BindDeps = {
  /** Returns the caller of a bearer token, or null for an invalid one. */
  authenticate(token: string): Promise<RequestCaller | null>
  limits: Limits
  deviceSecret: string
  /** Those of before, whose cookies are still good. */
  formerDeviceSecrets: readonly string[]
  /** Cookies are marked Secure. */
  secure: boolean
  /** Calls of operators need a login that a key has proved. */
  operatorsNeedKey?: boolean
  /** Mounts the calls that are `testOnly` too. */
  testCalls: boolean
  /** Called where a caller may not make a call. */
  refusedRights?(caller: RequestCaller, endpoint: AnyEndpoint, address: string): void
  /** Called for each call that was answered and was not only a read, before the response is sent. */
  done(call: Done): void
}

const USER_AGENT_MOST = 400

const IDEMPOTENCY_KEY = Type.Object({
  'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
})
const NOBODY: RequestCaller = {
  id: '',
  username: '',
  role: 'ARTIST',
  token: { hash: '', openedAt: new Date(0), provedAt: null },
}

export function schemaOf(name: string, endpoint: AnyEndpoint) {
  const answer = endpoint.kind === 'data' ? Type.Object({ data: endpoint.answer }) : undefined
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [name.split('.')[0] ?? name],
    description: `Отказы: ${endpoint.refusals.join(', ')}`,
    ...(endpoint.access === 'anyone' ? {} : { security: [{ token: [] }] }),
    querystring: endpoint.query,
    params: endpoint.params,
    ...(endpoint.idempotent ? { headers: IDEMPOTENCY_KEY } : {}),
    ...(hasBody && !endpoint.rawBody ? { body: endpoint.takesFile ? FORM : endpoint.body } : {}),
    ...(endpoint.takesFile ? { consumes: ['multipart/form-data'] } : {}),
    response: {
      ...(answer === undefined ? {} : { [endpoint.created ? 201 : 200]: answer }),
      '4xx': Failure,
      '5xx': Failure,
    },
  }
}

function tokenOf(request: FastifyRequest): string | null {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' && token !== undefined ? token : null
}

async function callerOf(request: FastifyRequest, endpoint: AnyEndpoint, deps: BindDeps) {
  const refused = (caller: RequestCaller, text: string, code: RefusalCode = 'NOT_YOURS') => {
    deps.refusedRights?.(caller, endpoint, request.ip)
    return new Refusal(code, text)
  }
  const token = tokenOf(request)
  const caller = token === null ? null : await deps.authenticate(token)
  const { access } = endpoint
  // What only the artist may see is not shown to a second pad, nor to a host.
  if (access === 'anyone') return caller?.secondPad || caller?.host ? null : caller
  if (caller === null) throw noLogin()
  if (access !== 'host' && caller.host) throw refused(caller, NOT_BY_HOST)
  if (access === 'host' && !caller.host) throw refused(caller, ONLY_BY_HOST)
  if (isDuty(access) && !mayDo(caller.role, access)) throw refused(caller, dutyText(access))
  if (isDuty(access) && deps.operatorsNeedKey && caller.token.provedAt === null)
    throw refused(caller, 'Войдите ключом или подтвердите вход ключом', 'PASSKEY_NEEDED')
  const changes = access === 'artist' && endpoint.priority === 'write' && !endpoint.beforeConsent
  if (changes && caller.mustAgree === true)
    throw new Refusal(
      'CONSENT_NEEDED',
      'До ответа о согласии на данные кабинет можно читать, менять нельзя. Ответить можно в «Безопасности».',
    )
  const { secondPad } = caller
  if (secondPad?.rights !== undefined) {
    await deps.limits.spend('callOfKey', secondPad.id)
    const { right } = endpoint
    if (right === null) throw refused(caller, 'По ключу устройства этого сделать нельзя')
    if (!secondPad.rights.includes(right))
      throw refused(caller, `У ключа «${secondPad.name}» нет права «${KEY_RIGHT_NAMES[right]}»`)
  } else if (secondPad !== undefined && endpoint.access !== 'pad')
    throw refused(caller, 'Со второго пульта этого сделать нельзя')
  return caller
}

const NOT_BY_HOST = 'По ссылке хозяина вечера этого сделать нельзя'
const ONLY_BY_HOST = 'Это делает хозяин вечера по своей ссылке'

const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' }

/** A page of another site may call with a key, which comes in a header; no cookie comes or is read. */
function answerPreflights(scope: FastifyInstance, endpoints: readonly AnyEndpoint[]): void {
  for (const path of new Set(endpoints.map(pathOf))) {
    const methods = endpoints.flatMap((one) => (pathOf(one) === path ? one.method : []))
    scope.options(path, { schema: { hide: true } }, (_, reply) =>
      reply
        .code(204)
        .headers({
          ...CORS,
          'access-control-allow-methods': methods.join(', '),
          'access-control-allow-headers': 'authorization, content-type, idempotency-key',
          'access-control-max-age': '86400',
        })
        .send(),
    )
  }
}

/** A key that names no concert means the one that runs. Refuses SESSION_NOT_OPEN where none does. */
function fillConcert(request: FastifyRequest, { method, query, body }: AnyEndpoint): void {
  const pad = request.caller?.secondPad
  if (pad?.rights === undefined) return
  const { concertId: sessionId } = pad
  if (sessionId === null) throw noConcertOfKey()
  const isRead = method === 'GET'
  const given: unknown = isRead ? request.query : request.body
  const names = Object.keys((isRead ? query : body)['properties'] as object)
  if (!names.includes('sessionId') || typeof given !== 'object') return
  const filled = { sessionId, ...given }
  if (isRead) request.query = filled
  else request.body = filled
}

/** Restricts a second pad or a key to its own concert: the one that is named, or else the one being played. */
function checkConcert({ caller, body, query }: FastifyRequest): void {
  const pad = caller?.secondPad
  if (pad === undefined) return
  const named = { ...(query as object), ...(body as object) } as { sessionId?: string }
  const own = named.sessionId === undefined ? pad.running : named.sessionId === pad.concertId
  if (own) return
  const text =
    pad.rights === undefined
      ? 'Второй пульт открыт для другого концерта'
      : 'Ключ действует в концерте, который идёт сейчас, а это другой'
  throw new Refusal('NOT_YOURS', text)
}

/** The rates of a call: those spent before its input is checked, and the others. */
function ratesOf({ rates }: AnyEndpoint) {
  const isEarly = (name: CallRate) => 'early' in RATES[name]
  return { early: rates.filter(isEarly), late: rates.filter((name) => !isEarly(name)) }
}

function spenderOf({ ip, caller }: FastifyRequest) {
  return { address: ip, artistId: (caller ?? NOBODY).id }
}

/** The key of a press is its artist's own: the same one of another artist is another key. */
function keyOf({ headers, caller }: FastifyRequest, endpoint: AnyEndpoint): string | null {
  const key = headers['idempotency-key']
  if (!endpoint.idempotent || typeof key !== 'string') return null
  return endpoint.access === 'anyone' ? key : `${(caller ?? NOBODY).id} ${key}`
}

function sendAnswer(reply: FastifyReply, endpoint: AnyEndpoint, answer: unknown) {
  if (endpoint.created) void reply.code(201)
  if (endpoint.kind === 'data') return reply.send({ data: answer })
  if (endpoint.kind === 'text') return reply.type('text/plain; charset=utf-8').send(answer)
  if (endpoint.kind === 'raw') return reply.send(answer)
  const file = answer as FileAnswer
  if (file.fileName !== undefined)
    void reply.header('content-disposition', `attachment; filename="${file.fileName}"`)
  if (file.keepSeconds !== undefined)
    void reply.header('cache-control', `public, max-age=${file.keepSeconds}`)
  // A file opened by its address shows as a picture or a text, never as a page that acts in our name.
  void reply.header('content-security-policy', FILE_POLICY)
  return reply.type(file.type).send(Buffer.from(file.bytes))
}

/** Many clients set the content type of a body that they do not send; a call without input needs none. */
function takeEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      if (text === '') done(null, undefined)
      else void parse(request, text, done)
    },
  )
}

const NOTICE_LIMIT = 64 * 1024

/** A signed body is passed on as the text that came, whatever its content type. */
function takeRawText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    '*',
    { parseAs: 'string', bodyLimit: NOTICE_LIMIT },
    (_, text, done) => done(null, text),
  )
}

/** How a body that is not JSON is parsed. */
function bodyParser(
  endpoint: AnyEndpoint,
): ((scope: FastifyInstance) => void | Promise<void>) | null {
  if (endpoint.takesFile) return acceptFiles
  return endpoint.rawBody ? takeRawText : null
}

/** Mounts every endpoint of the contract on its route; throws where one has none. */
export function bindContract(app: FastifyInstance, routes: readonly Route[], deps: BindDeps): void {
  const answers = new Map(routes.map((route) => [route.endpoint, route]))
  // A page of another site can send plain text without a preflight, and no call of ours accepts it.
  app.removeContentTypeParser('text/plain')
  takeEmptyJson(app)
  // A response for one caller is not cached for the next; a cacheable one sets its own header.
  app.addHook('onRequest', (_, reply, done) => {
    void reply.header('cache-control', 'no-store')
    done()
  })
  answerPreflights(
    app,
    everyEndpoint().flatMap(({ endpoint }) => (endpoint.right === null ? [] : endpoint)),
  )
  for (const { name, endpoint } of everyEndpoint()) {
    if (endpoint.ownPlugin || (endpoint.testOnly && !deps.testCalls)) continue
    const { early, late } = ratesOf(endpoint)
    const route = answers.get(endpoint)
    if (route === undefined) throw new Error(`No route answers ${name} of the contract`)
    const mount = (scope: FastifyInstance) =>
      scope.route({
        method: endpoint.method,
        url: pathOf(endpoint),
        config: { endpoint },
        // Where the calls of tests are off, the site is real: its visitors need not read what operators may do.
        schema: {
          ...schemaOf(name, endpoint),
          hide: isDuty(endpoint.access) && !deps.testCalls,
        },
        ...(endpoint.largestBody === null ? {} : { bodyLimit: endpoint.largestBody }),
        // The schema of a call is not revealed to callers without access.
        onRequest: async (request, reply) => {
          if (endpoint.right !== null && tokenOf(request)?.startsWith(KEY_PREFIX))
            void reply.headers(CORS)
          // Most calls from a venue are anonymous: they wait for nothing here.
          if (endpoint.access !== 'anyone' || request.headers.authorization !== undefined)
            request.caller = await callerOf(request, endpoint, deps)
          if (early.length > 0) await spendRates(deps.limits, early, spenderOf(request))
        },
        // A call without input may come without a body.
        preValidation: async (request) => {
          request.body ??= {}
          fillConcert(request, endpoint)
        },
        handler: async (request, reply) => {
          if (endpoint.access === 'pad') checkConcert(request)
          if (late.length > 0) await spendRates(deps.limits, late, spenderOf(request))
          const answer = await route.answer({
            query: request.query,
            body: request.body,
            params: request.params,
            artist: request.caller ?? NOBODY,
            viewer: request.caller,
            device: deviceOf(request, reply, {
              ...deps,
              secret: deps.deviceSecret,
              former: deps.formerDeviceSecrets,
            }),
            address: request.ip,
            userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MOST),
            idempotencyKey: keyOf(request, endpoint),
            file: () => readFile(request),
          })
          if (endpoint.method !== 'GET')
            deps.done({ endpoint, caller: request.caller, body: request.body })
          return sendAnswer(reply, endpoint, answer)
        },
      })
    const take = bodyParser(endpoint)
    if (take === null) mount(app)
    else
      void app.register(async (scope) => {
        await take(scope)
        mount(scope)
      })
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its endpoint of the contract; none for pages, pictures and files. */
    endpoint?: AnyEndpoint
  }
  interface FastifyRequest {
    caller: RequestCaller | null
  }
}
