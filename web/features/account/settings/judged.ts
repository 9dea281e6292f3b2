import type { FieldRefusals } from '#domain/refusal.ts'
import { Refusal } from '#domain/refusal.ts'

/** What a check says: the values, or what is wrong by field. */
export type Judged<T> = { right: T } | { wrong: FieldRefusals }

export function judged<T>(check: () => T): Judged<T> {
  try {
    return { right: check() }
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields === undefined) throw error
    return { wrong: error.fields }
  }
}
