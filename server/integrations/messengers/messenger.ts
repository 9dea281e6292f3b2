import type { IncomingHttpHeaders } from 'node:http'
import type { MessengerName } from '#domain/messengers.ts'
import { SECOND_MS } from '#domain/time.ts'
import { boundedText } from '../bounded-text.ts'
import { serviceFetch } from '../outgoing-fetch.ts'
import type { OutgoingRequest } from '../outgoing-fetch.ts'
import type { PushAnswer } from '../push/push.ts'

export type ChatMessage = {
  /** A UUID, the same each time that it is sent. */
  readonly id: string
  readonly text: string
  /** The address of a JPEG. */
  readonly picture: string | null
  readonly button: { readonly label: string; readonly href: string } | null
  /** With a second button that ends these messages. */
  readonly stops: boolean
}

/** `movedTo`: the chat has another id from now on, and the message was not sent. */
export type SendAnswer = PushAnswer | { readonly movedTo: string }

/** What people did, in the same shape for all messengers. */
export type Incoming =
  | {
      readonly what: 'said'
      readonly chat: string
      readonly where: 'private' | 'group' | 'channel'
      readonly text: string
      /** Null where the channel itself speaks. */
      readonly sender: string | null
      /** The chat's. */
      readonly title: string
    }
  /** Somebody opened the chat with the bot by a link of ours. */
  | { readonly what: 'started'; readonly chat: string; readonly payload: string }
  /** Somebody pressed the button that ends the messages. */
  | { readonly what: 'stopped'; readonly chat: string; readonly press: Press }
  /** The bot was blocked, or removed from the chat. */
  | { readonly what: 'left'; readonly chat: string }
  | { readonly what: 'moved'; readonly chat: string; readonly to: string }

/** A press of a button below a message. */
type Press = { readonly id: string; readonly message: string }

/** The bot of this installation in one messenger. */
export type Messenger = {
  readonly name: MessengerName
  /** The address that opens a chat with the bot and gives it the payload (22 of A-Z a-z 0-9 _ -). */
  link(payload: string): string
  /** How people find the bot. */
  readonly botName: string
  /** Never fails, and answers within 5 s for each request that it takes. */
  send(chat: string, message: ChatMessage): Promise<SendAnswer>
  /** Says that the press was understood, and takes the buttons away. Never fails. */
  confirm(chat: string, press: Press): Promise<void>
  /** Whether this person may post in the chat, as far as the protocol tells. */
  mayPost(chat: string, sender: string): Promise<boolean>
  /** What an update says; unknown ones say nothing. */
  read(update: unknown): Incoming[]
  /** Waits for updates for 25 s at most. Fails where the messenger does not answer. */
  poll(
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<{ readonly updates: readonly Incoming[]; readonly cursor: string | null }>
  /** Has the updates sent to this address, with the secret; null: they are polled. Fails where the messenger does not answer. */
  deliverTo(url: string | null, secret: string): Promise<void>
  /** The secret in a request to our address. */
  secretIn(headers: IncomingHttpHeaders, body: unknown): string
  /** What our address answers. */
  acknowledge(body: unknown): Promise<string>
  /** What is wrong with the token, in one Russian sentence; null where all is well. */
  trouble(): Promise<string | null>
}

export type Messengers = ReadonlyMap<MessengerName, Messenger>

export const CALL_MS = 5 * SECOND_MS
export const POLL_SECONDS = 25
const POLL_MORE_MS = 10 * SECOND_MS
const MOST_BYTES = 1024 * 1024

export type MessengerFields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): MessengerFields {
  return typeof value === 'object' && value !== null ? (value as MessengerFields) : {}
}
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const wordOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

export type MessengerCallAnswer =
  | { readonly status: number; readonly body: MessengerFields; readonly retryAfter: number | null }
  | 'unreached'
  | 'silent'

/** Nothing of the request was read by anybody. */
const UNREACHED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT_|ERR_TLS|DEPTH_ZERO|UNABLE_TO|SELF_SIGNED)/u

/** Asks a messenger; the address may hold the token, and is in no error. */
export async function askMessenger(
  url: string,
  request: Omit<OutgoingRequest, 'signal' | 'body'> & { body?: unknown },
  signal = AbortSignal.timeout(CALL_MS),
): Promise<MessengerCallAnswer> {
  const { body, headers, ...rest } = request
  try {
    const answer = await serviceFetch(url, {
      ...rest,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: encoded(body) }),
      signal,
    })
    const tooLong = () => new Error('the messenger sends too much')
    const text = answer.body === null ? '' : await boundedText(answer.body, MOST_BYTES, tooLong)
    const after = Number(answer.headers.get('retry-after') ?? Number.NaN)
    return {
      status: answer.status,
      body: fieldsOf(parsedBody(text, answer.status)),
      retryAfter: after > 0 ? after * SECOND_MS : null,
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return UNREACHED.test(code) ? 'unreached' : 'silent'
  }
}

/** A page is from what stands before the messenger; where it looks like a good answer, the request may have been taken. */
function parsedBody(text: string, status: number): unknown {
  try {
    return JSON.parse(text || '{}')
  } catch (error) {
    if (status < 300) throw error
    return {}
  }
}

function encoded(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body instanceof URLSearchParams) return body.toString()
  return Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body)
}

/** For a long poll, which ends when the process stops. */
export const pollSignal = (stopping: AbortSignal) =>
  AbortSignal.any([stopping, AbortSignal.timeout(POLL_SECONDS * SECOND_MS + POLL_MORE_MS)])

export class MessengerFailed extends Error {
  override readonly name = 'MessengerFailed'
}

/** The body of a good answer. @throws MessengerFailed */
export function goodBody(answer: MessengerCallAnswer): MessengerFields {
  if (typeof answer === 'string') throw new MessengerFailed(`the messenger is ${answer}`)
  if (answer.status >= 300) throw new MessengerFailed(`the messenger answered ${answer.status}`)
  return answer.body
}

const TEXT_MOST = 3500
export const cut = (text: string, most = TEXT_MOST) => Array.from(text).slice(0, most).join('')

export const STOP_LABEL = 'Больше не писать'
export const STOP = 'stop'
export const NO_NETWORK = 'не отвечает: проверьте сеть и адрес.'
