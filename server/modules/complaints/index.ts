import { api } from '#contract/index.ts'
import { transaction } from '#server/context.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { answersTo } from '../operator/answers.service.ts'
import { logDeed } from '../operator/deeds.service.ts'
import { answerComplaint, complain, forgetComplaints, noComplaint } from './complaints.service.ts'
import { complaintsPart, settleComplaint } from './complaints.store.ts'

/** What anybody complains of, and what operators do about it. */
export const complaints: Module = {
  routes: (ctx) => [
    on(api.complaints.send, async ({ body, device }) => complain(ctx, body, await device.ensure())),
    on(api.admin.complaints, async ({ query: { cursor, limit = 40, done = false } }) => {
      const found = await complaintsPart(ctx.sql, { cursor, limit: limit + 1, done })
      const shown = found.slice(0, limit)
      const ids = shown.map(({ id }) => id)
      const answers = await answersTo(ctx, 'complaintId', ids)
      return {
        complaints: shown.map(({ createdAt, doneAt, ...complaint }) => ({
          ...complaint,
          answers: answers(complaint.id),
          createdAt: createdAt.toISOString(),
          doneAt: doneAt?.toISOString() ?? null,
        })),
        cursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
      }
    }),
    on(api.admin.settleComplaint, ({ artist, params, body }) =>
      transaction<true>(ctx, async (inside) => {
        const done = body.done ? { at: ctx.now(), by: artist.id } : null
        const settled = await settleComplaint(inside.sql, params.id, done)
        if (settled === undefined) throw noComplaint()
        const subject = `${settled.about}: ${body.done ? 'разобрана' : 'снова ждёт'}`
        await logDeed(inside, artist, { kind: 'complaint', artistId: settled.artistId, subject })
        return true
      }),
    ),
    on(api.admin.answerComplaint, ({ artist, params, body }) =>
      answerComplaint(ctx, artist, params.id, body),
    ),
  ],
  forget: [forgetComplaints],
}
