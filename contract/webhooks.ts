import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Count, Id, Moment, nullable } from './shapes.ts'

const WebhookAnswer = Type.Object({
  id: Id,
  type: Type.String(),
  madeAt: Moment,
  tries: Count,
  /** Of the last try; null where there was no answer, and `failure` says why. */
  status: nullable(Type.Integer()),
  failure: nullable(Type.String()),
  /** It is tried again. */
  waits: Type.Boolean(),
})

export const Webhook = Type.Object({
  id: Id,
  url: Type.String(),
  madeAt: Moment,
  /** Since when nothing was accepted; null while it answers. */
  failingSince: nullable(Moment),
  /** When it ended: itself after a day of failures, or with the logins where `failingSince` is null. */
  endedAt: nullable(Moment),
  /** Events that wait to be delivered. */
  waiting: Count,
  /** The last events that were tried, the newest first. */
  answers: Type.Array(WebhookAnswer),
})
export type Webhook = Static<typeof Webhook>

/** Addresses of an artist's own programs, which are told what happens at his concerts. */
export const webhooks = {
  list: endpoint({
    method: 'GET',
    path: '/artist/webhooks',
    access: 'artist',
    summary: 'Вебхуки: адреса и последние ответы',
    answer: Type.Array(Webhook),
  }),
  add: endpoint({
    method: 'POST',
    path: '/artist/webhooks',
    access: 'artist',
    rates: ['webhookOfArtist'],
    created: true,
    summary: 'Новый вебхук; секрет подписи виден только в этом ответе',
    body: { url: Type.String({ maxLength: 2000 }) },
    answer: Type.Object({ id: Id, secret: Type.String() }),
    refusals: ['ILLEGAL_STEP'],
  }),
  resume: endpoint({
    method: 'POST',
    path: '/artist/webhooks/resume',
    access: 'artist',
    summary: 'Включить снова отключённый вебхук',
    body: { id: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
  end: endpoint({
    method: 'POST',
    path: '/artist/webhooks/end',
    access: 'artist',
    summary: 'Убрать вебхук',
    body: { id: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
}
