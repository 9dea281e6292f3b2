import type { Failure } from '#contract/shapes.ts'
import { Refusal } from '#domain/refusal.ts'
import type { WireAnswer } from './server-api.ts'

export const NO_NETWORK = 'Нет связи. Проверьте интернет и попробуйте ещё раз.'
const TOO_LONG = 'Сервер не успел ответить. Попробуйте ещё раз.'
const BROKEN = 'Произошла ошибка'

function isFailure(body: unknown): body is Failure {
  return typeof body === 'object' && body !== null && 'message' in body && 'code' in body
}

/** Returns null for a date, which a proxy may send instead: the caller then uses its own back-off. */
function secondsIn(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d+$/u.test(retryAfter) ? Number(retryAfter) : null
}

/** Why a call failed, with a Russian sentence that can be shown unchanged. Every page has it: fields that are declared alone weigh nothing. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  /** 0 when there was no response. */
  declare readonly status: number
  /** The server's stable code, or NETWORK, TIMEOUT, ABORTED. */
  declare readonly code: string
  declare readonly fields: Readonly<Record<string, string>>
  declare readonly retryAfterSeconds: number | null
  /** The current queue, with NOW_MOVED. */
  declare readonly queue: Failure['queue']

  constructor(failure: {
    status: number
    code: string
    message: string
    fields?: Record<string, string> | undefined
    retryAfterSeconds?: number | null
    queue?: Failure['queue']
  }) {
    super(failure.message)
    this.status = failure.status
    this.code = failure.code
    this.fields = failure.fields ?? {}
    this.retryAfterSeconds = failure.retryAfterSeconds ?? null
    this.queue = failure.queue
  }

  static fromAnswer({ status, body, retryAfter }: WireAnswer): CallFailed {
    const failure = isFailure(body) ? body : { code: 'INTERNAL', message: BROKEN }
    return new CallFailed({ ...failure, status, retryAfterSeconds: secondsIn(retryAfter) })
  }

  static noNetwork(): CallFailed {
    return new CallFailed({ status: 0, code: 'NETWORK', message: NO_NETWORK })
  }

  /** The network seems to work, but the answer has not come. */
  static tooLong(): CallFailed {
    return new CallFailed({ status: 0, code: 'TIMEOUT', message: TOO_LONG })
  }

  static aborted(): CallFailed {
    return new CallFailed({ status: 0, code: 'ABORTED', message: NO_NETWORK })
  }
}

/** What a person can be told: a call that failed, or a rule that was broken before one. */
export type ExplainedFailure = CallFailed | Refusal

const isExplained = (error: unknown): error is ExplainedFailure =>
  error instanceof CallFailed || error instanceof Refusal

/** Returns what was caught; rethrows a bug of ours. */
export function asExplained(caught: unknown): ExplainedFailure {
  if (isExplained(caught)) return caught
  throw caught
}

/** Returns the sentence to show for any error. */
export function sentenceOf(error: unknown, fallback = BROKEN): string {
  return isExplained(error) && error.message !== '' ? error.message : fallback
}

/** Returns the answer, or what `otherwise` makes of the failed call; rethrows a bug of ours. */
export async function orElse<Answer, Other>(
  answer: Promise<Answer>,
  otherwise: (failure: CallFailed) => Other | Promise<Other>,
): Promise<Answer | Other> {
  try {
    return await answer
  } catch (failure) {
    if (failure instanceof CallFailed) return await otherwise(failure)
    throw failure
  }
}

/** Returns the answer, or `fallback` where the call failed; rethrows a bug of ours. */
export const orWhenUnavailable = <Answer, Fallback>(answer: Promise<Answer>, fallback: Fallback) =>
  orElse(answer, () => fallback)

/** Whether the address leads to nothing: the server refuses a malformed id as bad input. */
export function isUnknown(error: unknown): boolean {
  return error instanceof CallFailed && (error.status === 404 || error.status === 400)
}

/** Whether there is no such artist, or the name is invalid: an address may hold any typed text. */
export function isUnknownArtist(error: unknown): boolean {
  return error instanceof CallFailed && (error.status === 404 || 'artistUsername' in error.fields)
}

/** True when a newer search replaced this one: nothing is shown for it. */
export function wasAborted(error: unknown): boolean {
  return error instanceof CallFailed && error.code === 'ABORTED'
}

/** Returns the sentence of a broken rule; null where the check passes. */
export function ruleError(check: () => unknown): string | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

/** Returns the sentence of a rule or of the server where it sent one, else `otherwise`. */
export function errorMessage(failure: unknown, otherwise: string): string {
  const unexplained =
    failure instanceof CallFailed && (failure.status === 0 || failure.code === 'INTERNAL')
  return unexplained ? otherwise : sentenceOf(failure, otherwise)
}

/** Returns the sentences of every field that a check refused; empty where it refused none. */
export function fieldErrors(check: () => unknown): Readonly<Record<string, string>> {
  try {
    check()
    return {}
  } catch (error) {
    if (error instanceof Refusal) return error.fields ?? {}
    throw error
  }
}

type MessagePart = {
  /** The offset in the message, in characters. */
  at: number
  text: string
  bold?: true
  href?: string
}

const MARKED = /\*\*(.+?)\*\*|<b>(.+?)<\/b>|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/giu

/** Splits a message into bold parts (Markdown or `<b>`), links to the web, and plain text. */
export function messageParts(message: string): MessagePart[] {
  const parts: MessagePart[] = []
  let at = 0
  for (const { index, 0: whole, 1: stars, 2: tag, 3: label, 4: href } of message.matchAll(MARKED)) {
    if (index > at) parts.push({ at, text: message.slice(at, index) })
    const look = href === undefined ? { bold: true as const } : { href }
    parts.push({ at: index, text: stars ?? tag ?? label ?? '', ...look })
    at = index + whole.length
  }
  if (at < message.length) parts.push({ at, text: message.slice(at) })
  return parts
}
