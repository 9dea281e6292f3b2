import { Refusal } from '#domain/refusal.ts'
import { CallFailed } from './call-failed.ts'

/** The sentence of a rule that was broken; null where it was kept. */
export function ruleError(check: () => unknown): string | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

/** The server's sentence where it said one, else our own. */
export function errorMessage(failure: unknown, otherwise: string): string {
  const said = failure instanceof CallFailed && failure.status > 0 && failure.code !== 'INTERNAL'
  return said && failure.message !== '' ? failure.message : otherwise
}

/** The sentences of every field that a check refused; none where it refused nothing. */
export function fieldErrors(check: () => unknown): Readonly<Record<string, string>> {
  try {
    check()
    return {}
  } catch (error) {
    if (error instanceof Refusal) return error.fields ?? {}
    throw error
  }
}

export type MessagePart = {
  /** Where it begins in the message, in characters. */
  at: number
  text: string
  bold?: true
  href?: string
}

const MARKED = /\*\*(.+?)\*\*|<b>(.+?)<\/b>|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/giu

/** A message with what it marks as bold (Markdown or `<b>`) or as a link to the web; all else is plain text. */
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
