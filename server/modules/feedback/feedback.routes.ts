import type { SupportView } from '#contract/admin.ts'
import { api } from '#contract/index.ts'
import { on } from '#server/platform/http/route.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Feedback, StoredSupport } from './feedback.service.ts'

export function feedbackRoutes(feedback: Feedback): Route[] {
  return [
    on(api.feedback.send, async ({ body }) => {
      await feedback.send(body.message)
      return true
    }),
    on(api.feedback.support, async ({ body }) => {
      await feedback.ask(body)
      return true
    }),
    on(api.admin.feedback, async ({ query: { cursor, limit = 40 } }) => {
      const part = await feedback.messages({ cursor, limit })
      const messages = part.messages.map(({ createdAt, ...message }) => ({
        ...message,
        createdAt: createdAt.toISOString(),
      }))
      return { messages, cursor: part.cursor }
    }),
    on(api.admin.support, async ({ query: { cursor, limit = 40, done } }) => {
      const part = await feedback.requests({ cursor, limit, done })
      return { requests: part.requests.map(requestOnWire), cursor: part.cursor }
    }),
    on(api.admin.settleSupport, async ({ artist, params, body }) => {
      await feedback.settle(params.id, artist.id, body.done)
      return true
    }),
  ]
}

function requestOnWire({ createdAt, doneAt, ...request }: StoredSupport): SupportView {
  return {
    ...request,
    createdAt: createdAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  }
}
