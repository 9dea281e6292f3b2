import { parseLossless } from '#server/integrations/bank/tbank-dialect/json.ts'

export type DialectFields = Readonly<Record<string, unknown>>

/** The fields of a question, or null where the body is no JSON object. */
export function readFields(text: string): DialectFields | null {
  try {
    const read = parseLossless(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : null
  } catch {
    return null
  }
}
