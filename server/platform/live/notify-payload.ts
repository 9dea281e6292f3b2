import type { BusMessage } from '#packages/live-broadcast/bus.ts'

/** PostgreSQL refuses a NOTIFY payload of 8000 bytes or more; Redis takes as much at once. */
export const PAYLOAD_BYTES = 7_999

/** One message as it stands in a payload; equal messages give equal text, so a Set of these is a batch without doubles. */
export function writeMessage({ topic, body }: BusMessage): string {
  return JSON.stringify([topic, body])
}

export type PayloadContents = {
  /** The process that speaks, so that it can ignore its own echo. */
  from: string
  messages: BusMessage[]
  /** A message was lost: the receiver re-reads everything. */
  gap: boolean
}

/**
 * The texts to notify with: as few as fit the limit, each `[from, gap, message, message, …]`.
 * A message too long for any payload is not carried but told as a gap.
 */
export function writePayloads(from: string, messages: Iterable<string>, gap: boolean): string[] {
  const payloads: string[] = []
  const head = (flag: 0 | 1) => `[${JSON.stringify(from)},${flag}`
  const empty = Buffer.byteLength(head(0)) + 1
  let lost = gap
  let text = head(0)
  let bytes = empty
  for (const message of messages) {
    const more = Buffer.byteLength(message) + 1
    if (empty + more > PAYLOAD_BYTES) {
      lost = true
      continue
    }
    if (bytes + more > PAYLOAD_BYTES) {
      payloads.push(`${text}]`)
      text = head(0)
      bytes = empty
    }
    text += `,${message}`
    bytes += more
  }
  if (bytes > empty) payloads.push(`${text}]`)
  if (lost) payloads.push(`${head(1)}]`)
  return payloads
}

/** Null for what no «Бис» process wrote: anybody with the password can notify. */
export function readPayload(payload: string): PayloadContents | null {
  const parsed = parseArray(payload)
  const [from, gap, ...entries] = parsed ?? []
  if (typeof from !== 'string') return null
  const messages: BusMessage[] = []
  for (const message of entries) {
    if (!Array.isArray(message)) return null
    const [topic, body] = message as unknown[]
    if (typeof topic !== 'string' || typeof body !== 'string') return null
    messages.push({ topic, body })
  }
  return { from, messages, gap: gap === 1 }
}

function parseArray(text: string): unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : null
  } catch {
    return null
  }
}
