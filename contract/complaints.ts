import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { COMPLAINT_MOST, COMPLAINT_REASONS } from '#domain/complaints.ts'
import type { ComplaintReason } from '#domain/complaints.ts'
import { endpoint } from './endpoint.ts'
import { OperatorAnswer } from './operator.ts'
import { Id, literals, Moment, nullable, Username } from './shapes.ts'

const Reason = literals(Object.keys(COMPLAINT_REASONS) as ComplaintReason[])

export const ComplaintView = Type.Object({
  id: Id,
  kind: literals(['page', 'photo', 'concert', 'text'] as const),
  /** «Третья парадная, фото 2»: as it was when the complaint came. */
  about: Type.String(),
  /** The address of the page, from the root of the site. */
  link: Type.String(),
  /** The picture that it is about. */
  photo: nullable(Type.String()),
  username: Type.String(),
  /** The concert, and the song in its queue; null where it is about neither. */
  sessionId: nullable(Id),
  entryId: nullable(Id),
  /** What listeners wrote with that song, each with the name; none once it is erased. */
  written: Type.Array(Type.String()),
  reason: Reason,
  words: Type.String(),
  /** Empty where no answer is wanted. */
  email: Type.String(),
  createdAt: Moment,
  doneAt: nullable(Moment),
  /** The operator's nickname. */
  doneBy: nullable(Type.String()),
  /** What it is about is hidden by now. */
  hidden: Type.Boolean(),
  answers: Type.Array(OperatorAnswer),
})

export type ComplaintView = Static<typeof ComplaintView>

export const complaints = {
  send: endpoint({
    method: 'POST',
    path: '/complaints',
    access: 'anyone',
    rates: ['writeOfAddress'],
    summary:
      'Пожаловаться на страницу, фото, концерт или слова слушателя; три раза в день с устройства',
    body: {
      username: Username,
      sessionId: Type.Optional(Id),
      /** Of the queue of that concert, or somebody on its board of thanks. */
      entryId: Type.Optional(Id),
      /** The address of one of the artist's photos. */
      photo: Type.Optional(Type.String({ maxLength: 400 })),
      reason: Reason,
      words: Type.String({ maxLength: 2 * COMPLAINT_MOST }),
      email: Type.String({ maxLength: 300 }),
    },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
}
