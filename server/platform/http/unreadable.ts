import { randomUUIDv7 } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Failure } from '#contract/shapes.ts'

const TOO_LARGE = ['431 Request Header Fields Too Large', 'TOO_LARGE', 'Слишком большой запрос']
const TOO_SLOW = ['408 Request Timeout', 'VALIDATION', 'Запрос шёл слишком долго']
const UNREADABLE = ['400 Bad Request', 'VALIDATION', 'Запрос не удалось прочитать']
const BY_CODE: Record<string, string[]> = {
  HPE_HEADER_OVERFLOW: TOO_LARGE,
  ERR_HTTP_REQUEST_TIMEOUT: TOO_SLOW,
}

/** A caller who reads the answer closes by himself; one who goes on sending is cut off after this. */
const LAST_WORD_MS = 2000

/** What Node cannot read as a request never meets the framework; it is answered here, in the one shape. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const cut = setTimeout(() => socket.destroy(), LAST_WORD_MS)
  socket.once('close', () => clearTimeout(cut))
  const [status, code = '', message = ''] = BY_CODE[error.code ?? ''] ?? UNREADABLE
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
