import { randomUUIDv7 } from 'node:crypto'
import type { SupportView } from '#contract/admin.ts'
import { api } from '#contract/index.ts'
import type { OperatorAnswer } from '#contract/operator.ts'
import { checkSupport, FEEDBACK_KEPT_DAYS, noRequest } from '#domain/feedback.ts'
import { tidyText } from '#domain/fields.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { answerByMail, answersTo } from '../operator/answers.service.ts'
import type { StoredSupport } from './feedback.store.ts'
import {
  addFeedback,
  addSupport,
  feedbackPart,
  forgetWritten,
  markSupport,
  supportById,
  supportPart,
} from './feedback.store.ts'

/** Messages and support requests, and their processing. */
export const feedback: Module = {
  routes: (ctx) => [
    // Anonymous; a blank one gets the same response and is not saved.
    on(api.feedback.send, async ({ body }) => {
      const message = tidyText(body.message)
      if (message !== '')
        await addFeedback(ctx.sql, { id: randomUUIDv7(), message, createdAt: ctx.now() })
      return true
    }),
    on(api.feedback.support, async ({ body }) => {
      const request = checkSupport(body)
      await addSupport(ctx.sql, { ...request, id: randomUUIDv7(), createdAt: ctx.now() })
      return true
    }),
    on(api.admin.feedback, async ({ query: { cursor, limit = 40 } }) => {
      const found = await feedbackPart(ctx.sql, { cursor, limit: limit + 1 })
      const messages = found.slice(0, limit).map(({ createdAt, ...message }) => ({
        ...message,
        createdAt: createdAt.toISOString(),
      }))
      return { messages, cursor: cursorOf(found, limit) }
    }),
    on(api.admin.support, async ({ query: { cursor, limit = 40, done } }) => {
      const found = await supportPart(ctx.sql, { cursor, limit: limit + 1, done })
      const shown = found.slice(0, limit)
      const ids = shown.map(({ id }) => id)
      const answers = await answersTo(ctx, 'supportId', ids)
      const requests = shown.map((row) => requestOnWire(row, answers(row.id)))
      return { requests, cursor: cursorOf(found, limit) }
    }),
    on(api.admin.settleSupport, async ({ artist, params, body }) => {
      const mark = body.done ? { at: ctx.now(), by: artist.id } : null
      if (!(await markSupport(ctx.sql, params.id, mark))) throw noRequest()
      return true
    }),
    on(api.admin.answerSupport, async ({ artist, params: { id }, body }) => {
      const request = await supportById(ctx.sql, id)
      if (request === undefined) throw noRequest()
      const letter = { to: request.email, subject: `Re: ${request.topic}`, artistId: null }
      const { text: typed, answered } = body
      const logged = `Письмо в поддержку, ${id}`
      const answer = { letter, logged, to: { supportId: id }, typed, answered }
      return answerByMail(ctx, artist, answer, ({ sql, now }, done) =>
        markSupport(sql, id, done ? { at: now(), by: artist.id } : null),
      )
    }),
  ],
  forget: [
    ({ sql, now }) => forgetWritten(sql, new Date(now().getTime() - FEEDBACK_KEPT_DAYS * DAY_MS)),
  ],
}

/** The id of the last row shown, when there are more rows. */
function cursorOf(found: readonly { id: string }[], shown: number): string | null {
  return found.length > shown ? (found[shown - 1]?.id ?? null) : null
}

function requestOnWire(
  { createdAt, doneAt, ...request }: StoredSupport,
  answers: OperatorAnswer[],
): SupportView {
  return {
    ...request,
    answers,
    createdAt: createdAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  }
}
