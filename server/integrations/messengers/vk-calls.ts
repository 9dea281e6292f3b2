import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { PushAnswer } from '../push/push.ts'
import { askMessenger, fieldsOf, MessengerFailed, wordOf } from './messenger.ts'
import type { MessengerCallAnswer } from './messenger.ts'

/** The version whose shapes are read here; each call names it. */
export const VK_VERSION = '5.199'

export type VkAnswer =
  | { readonly response: unknown }
  | { readonly error: number }
  | Exclude<MessengerCallAnswer, object>

export type VkCall = (
  method: string,
  fields: Readonly<Record<string, string | number | null>>,
) => Promise<VkAnswer>

/** What an HTTP answer that is no answer of the API counts as: an internal error there. */
const INTERNAL = 10

/** Calls methods of VK's API, as the community of this key. `url`: without a slash at the end. */
export function vkCalls({ url, token }: { url: string; token: string }): VkCall {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  return async (method, fields) => {
    const body = new URLSearchParams({ v: VK_VERSION })
    for (const [name, value] of Object.entries(fields))
      if (value !== null) body.set(name, String(value))
    const answer = await askMessenger(`${url}/method/${method}`, { method: 'POST', headers, body })
    if (typeof answer === 'string') return answer
    if ('response' in answer.body) return { response: answer.body['response'] }
    const code = Number(wordOf(fieldsOf(answer.body['error'])['error_code']))
    return { error: code > 0 ? code : INTERNAL }
  }
}

/** What the method returned. @throws MessengerFailed */
export function vkResponse(answer: VkAnswer): unknown {
  if (typeof answer === 'string') throw new MessengerFailed(`VK is ${answer}`)
  if ('error' in answer) throw new MessengerFailed(`VK answered with its error ${answer.error}`)
  return answer.response
}

/** An address that an answer names, as guarded as the API itself. @throws MessengerFailed */
export function addressGiven(url: string, given: unknown): string {
  const { protocol } = new URL(url)
  const address = wordOf(given)
  if (!address.startsWith(protocol)) throw new MessengerFailed('VK names an odd address')
  return address
}

/** Too many calls a second, flood control, a captcha that nobody here solves, a limit of the day. */
const RESTS: Readonly<Record<number, number>> = {
  6: SECOND_MS,
  9: 10 * MINUTE_MS,
  14: HOUR_MS,
  29: HOUR_MS,
}
/** A deleted person or chat, the community's black list, no permission to write, a chat that it was put out of. */
const GONE = new Set([18, 113, 900, 901, 902, 917, 922, 927, 936, 945])
/** VK's own fault, or a key that an operator may mend: unknown, revoked, without the rights. */
const DOWN = new Set([1, 2, 5, INTERNAL, 7, 15, 17, 27, 28])

export function answerOfVk(answer: VkAnswer): PushAnswer {
  if (typeof answer === 'string') return answer
  if ('response' in answer) return 'sent'
  const { error } = answer
  const rest = RESTS[error]
  if (rest !== undefined) return rest
  if (GONE.has(error)) return 'gone'
  return DOWN.has(error) ? 'down' : 'refused'
}
