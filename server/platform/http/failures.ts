import { randomUUIDv7 } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '#contract/shapes.ts'
import type { RefusalCode } from '#domain/refusal.ts'
import { Refusal } from '#domain/refusal.ts'
import { databaseIsLost } from '../db/database-errors.ts'

const TOO_LARGE = ['431 Request Header Fields Too Large', 'TOO_LARGE', 'Слишком большой запрос']
const TOO_SLOW = ['408 Request Timeout', 'VALIDATION', 'Запрос шёл слишком долго']
const UNREADABLE_REQUEST = ['400 Bad Request', 'VALIDATION', 'Запрос не удалось прочитать']
const BY_CODE: Record<string, string[]> = {
  HPE_HEADER_OVERFLOW: TOO_LARGE,
  ERR_HTTP_REQUEST_TIMEOUT: TOO_SLOW,
}

/** A caller that reads the answer closes the connection; one that goes on sending is cut off after this. */
const CLOSE_TIMEOUT_MS = 2000

/** What Node cannot parse as a request never reaches the framework; it is answered here, in the common error shape. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const cut = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS)
  socket.once('close', () => clearTimeout(cut))
  const [status, code = '', message = ''] = BY_CODE[error.code ?? ''] ?? UNREADABLE_REQUEST
  const requestId = randomUUIDv7()
  const failure: Failure = { message, code, requestId }
  const body = JSON.stringify(failure)
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

/** The HTTP status of every refusal: a new code does not compile without one. */
const REFUSAL_STATUS: Record<RefusalCode, number> = {
  VALIDATION: 400,
  IDEMPOTENCY_CONFLICT: 409,
  NO_TOKEN: 401,
  WRONG_CREDENTIALS: 401,
  NOT_YOURS: 403,
  PASSKEY_NEEDED: 409,
  WRONG_KEY: 400,
  CONSENT_NEEDED: 409,
  NOT_FOUND: 404,
  NO_SESSION: 404,
  RESEND_TOO_SOON: 429,
  TOO_MANY: 429,
  SESSION_NOT_OPEN: 409,
  SONG_NOT_ACCEPTED: 409,
  FREE_LIMIT: 409,
  AMOUNT_TOO_SMALL: 409,
  AMOUNT_TOO_LARGE: 409,
  ILLEGAL_STEP: 409,
  NOW_MOVED: 409,
  ANOTHER_CONCERT_IS_ON: 409,
  FILE_TOO_LARGE: 413,
  FILE_NOT_IMAGE: 415,
  PHOTO_LIMIT: 409,
  FILES_DOWN: 503,
  MAIL_DOWN: 503,
  PAYMENTS_DOWN: 503,
  NOTHING_TO_PAY: 409,
  NUMBER_NOT_SET: 409,
  NUMBER_HELD: 409,
  FORGED: 403,
  OVERLOADED: 503,
}

type FrameworkError = Error & { statusCode?: number }

const UNREADABLE = { code: 'VALIDATION', message: 'Запрос не удалось прочитать' }

// The framework's own refusals, with the product's messages.
const FRAMEWORK: Record<number, { code: string; message: string }> = {
  400: UNREADABLE,
  413: { code: 'TOO_LARGE', message: 'Слишком большой запрос' },
  414: { code: 'TOO_LARGE', message: 'Слишком длинный адрес' },
  415: { code: 'WRONG_TYPE', message: 'Такой вид данных здесь не принимают' },
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  failure: Omit<Failure, 'requestId'>,
) {
  request.refusalCode = failure.code
  return reply
    .code(status)
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ ...failure, requestId: request.id })
}

function answerRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  if (refusal.retryAfterSeconds !== undefined)
    void reply.header('retry-after', String(refusal.retryAfterSeconds))
  const queue = 'queue' in refusal && Array.isArray(refusal.queue) ? { queue: refusal.queue } : {}
  return answer(request, reply, REFUSAL_STATUS[refusal.code], {
    message: refusal.message,
    code: refusal.code,
    ...(refusal.fields === undefined ? {} : { fields: refusal.fields }),
    ...queue,
  })
}

function databaseDown(): Refusal {
  const text = 'Сервис ненадолго недоступен. Попробуйте ещё раз через несколько секунд.'
  return new Refusal('OVERLOADED', text, undefined, { retryAfterSeconds: 3 })
}

/** One error shape for every call: refusals with their messages, everything else a bug that is logged once and reported without detail. */
export function answerFailures(app: FastifyInstance): void {
  app.setNotFoundHandler(answerNotFound)
  app.setErrorHandler((error: FrameworkError, request, reply) => {
    if (error instanceof Refusal) return answerRefusal(request, reply, error)
    const known = FRAMEWORK[error.statusCode ?? 500]
    if (known !== undefined) return answer(request, reply, error.statusCode ?? 500, known)
    if (databaseIsLost(error)) {
      request.log.error({ err: error }, 'the database did not answer a call')
      return answerRefusal(request, reply, databaseDown())
    }
    request.log.error({ err: error }, 'a bug answered a call')
    return answer(request, reply, 500, {
      code: 'INTERNAL',
      message: 'Что-то сломалось у нас. Попробуйте ещё раз чуть позже.',
    })
  })
}

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** A page's address with a broken percent-encoding keeps its characters, so that the not-found page answers; a call is refused. */
export function decodableUrl(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  if (!path.includes('%') || path.startsWith('/api/') || isDecodable(path)) return url
  return `${path.replaceAll('%', '%25')}${url.slice(path.length)}`
}

/** Refusals of the framework before routing: an address that cannot be decoded, or is too long. */
export function answerUnroutable(
  error: FrameworkError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const status = error.statusCode === 414 ? 414 : 400
  void answer(request, reply, status, FRAMEWORK[status] ?? UNREADABLE)
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
  return answer(request, reply, 404, { code: 'NOT_FOUND', message: 'Такого вызова нет' })
}
