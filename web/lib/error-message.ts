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
