import { api } from '#contract/index.ts'
import { SIGNAL_LATEST_MS } from '#domain/queue/signals.ts'
import { CallFailed } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import type { Outbox, OutboxCommand } from '#web/lib/device/outbox.ts'
import { openOutbox } from '#web/lib/device/outbox.ts'

/** A signal without the server's answer; its key is the signal's id. */
export type SignalCommand = OutboxCommand & { readonly sessionId: string; readonly words: string }

export const signalOutboxName = (owner: string) => `signals:${owner}`

/** The signals of a pad that wait for the network, in the order of the presses. */
export function openSignalOutbox(owner: string): Outbox<SignalCommand> {
  return openOutbox(signalOutboxName(owner), ({ key, at, sessionId, words }) =>
    typeof key === 'string' &&
    typeof at === 'number' &&
    typeof sessionId === 'string' &&
    typeof words === 'string'
      ? { key, at, state: 'waiting', sessionId, words }
      : null,
  )
}

/** What became of a signal: `later`: it is sent again after so many ms. */
type Sent = { readonly lost: string | null } | { readonly later: number }

/** Sends one signal with the time since its press. `lost`: why it never comes, null where it has. */
export async function sendSignal(command: SignalCommand, now: number): Promise<Sent> {
  const { key: id, at, sessionId, words } = command
  const agoMs = Math.max(0, now - at)
  if (agoMs > SIGNAL_LATEST_MS) return { lost: 'Слишком долго не было связи' }
  try {
    await call(api.artist.giveSignal, { body: { sessionId, id, words, agoMs } })
    return { lost: null }
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    const { status, message, retryAfterSeconds } = failure
    // No answer, or one that says nothing about the signal.
    const unanswered = status === 0 || status === 401 || status === 429 || status >= 500
    return unanswered ? { later: (retryAfterSeconds ?? 0) * 1000 } : { lost: message }
  }
}
