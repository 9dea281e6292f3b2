import { Value } from '@sinclair/typebox/value'
import { LiveRegistration } from '#contract/live.ts'

/** What a client said, or why it cannot be taken. */
export type ClientMessage =
  | { kind: 'ping'; answer: string }
  | { kind: 'registration'; registration: LiveRegistration }
  | { kind: 'not JSON' }
  | { kind: 'unknown' }

const PONG_OBJECT = JSON.stringify({ type: 'pong' })

/** Reads one text message. Keys beyond the known ones are let pass, so that a newer client can talk to an older server. */
export function readClientMessage(text: string): ClientMessage {
  if (text === 'ping') return { kind: 'ping', answer: 'pong' }
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return { kind: 'not JSON' }
  }
  if (Value.Check(LiveRegistration, message)) return { kind: 'registration', registration: message }
  return isPing(message) ? { kind: 'ping', answer: PONG_OBJECT } : { kind: 'unknown' }
}

function isPing(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && 'type' in message && message.type === 'ping'
  )
}
