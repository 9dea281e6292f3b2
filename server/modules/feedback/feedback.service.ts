import { randomUUIDv7 } from 'node:crypto'
import { checkSupport, noRequest } from '#domain/feedback.ts'
import { tidyText } from '#domain/fields.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { FeedbackPage, StoredFeedback, StoredSupport } from './feedback.store.ts'
import {
  addFeedback,
  addSupport,
  feedbackPart,
  markSupport,
  supportPart,
} from './feedback.store.ts'

export type { StoredSupport } from './feedback.store.ts'

/** Messages and support requests, and their processing. */
export function makeFeedback({ sql, now }: { sql: Sql; now: () => Date }) {
  return {
    /** Saves an anonymous message; a blank one gets the same response and is not saved. */
    async send(text: string): Promise<void> {
      const message = tidyText(text)
      if (message === '') return
      await addFeedback(sql, { id: randomUUIDv7(), message, createdAt: now() })
    },

    /** Saves a support request. Refuses VALIDATION. */
    async ask(form: Parameters<typeof checkSupport>[0]): Promise<void> {
      await addSupport(sql, { ...checkSupport(form), id: randomUUIDv7(), createdAt: now() })
    },

    /** Newest first; `cursor` comes from the previous response. */
    async messages(
      part: FeedbackPage,
    ): Promise<{ messages: StoredFeedback[]; cursor: string | null }> {
      const found = await feedbackPart(sql, { ...part, limit: part.limit + 1 })
      return { messages: found.slice(0, part.limit), cursor: cursorOf(found, part.limit) }
    },

    /** Newest first, all of them or only those answered or not. */
    async requests(
      part: FeedbackPage & { done: boolean | undefined },
    ): Promise<{ requests: StoredSupport[]; cursor: string | null }> {
      const found = await supportPart(sql, { ...part, limit: part.limit + 1 })
      return { requests: found.slice(0, part.limit), cursor: cursorOf(found, part.limit) }
    },

    /** Marks a request as answered, and by whom, or as not answered after all. Refuses NOT_FOUND. */
    async settle(id: string, adminId: string, done: boolean): Promise<void> {
      const mark = done ? { at: now(), by: adminId } : null
      if (!(await markSupport(sql, id, mark))) throw noRequest()
    },
  }
}

export type Feedback = ReturnType<typeof makeFeedback>

/** The id of the last row shown, when there are more rows. */
function cursorOf(found: readonly { id: string }[], shown: number): string | null {
  return found.length > shown ? (found[shown - 1]?.id ?? null) : null
}
