import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { PAD_ACTIONS } from '#domain/queue/second-pad.ts'
import { endpoint } from './endpoint.ts'
import { Id, literals, Moment, nullable } from './shapes.ts'

export const PadLogEntry = Type.Object({
  id: Id,
  at: Moment,
  /** The second pad's name, as the artist gave it; null for the artist himself. */
  by: nullable(Type.String()),
  action: literals(PAD_ACTIONS),
  songTitle: nullable(Type.String()),
})
export type PadLogEntry = Static<typeof PadLogEntry>

/** «Второй пульт»: a link that opens the pad of one concert on another phone. */
export const secondPad = {
  secondPads: endpoint({
    method: 'GET',
    path: '/artist/second-pads',
    access: 'artist',
    summary: 'Вторые пульты своего концерта',
    query: { sessionId: Id },
    /** `opened`: a phone has followed the link. */
    answer: Type.Array(Type.Object({ id: Id, name: Type.String(), opened: Type.Boolean() })),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  addSecondPad: endpoint({
    method: 'POST',
    path: '/artist/add-second-pad',
    access: 'artist',
    created: true,
    summary: 'Ссылка, по которой открывается второй пульт концерта',
    body: { sessionId: Id, name: Type.String({ maxLength: 1000 }) },
    /** The link is returned only this once; `qr` is an SVG that leads there. */
    answer: Type.Object({ id: Id, link: Type.String(), qr: Type.String() }),
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  revokeSecondPad: endpoint({
    method: 'POST',
    path: '/artist/revoke-second-pad',
    access: 'artist',
    summary: 'Отозвать второй пульт: его ссылка больше не открывается',
    body: { sessionId: Id, id: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  secondPad: endpoint({
    method: 'GET',
    path: '/artist/second-pad',
    access: 'pad',
    priority: 'critical',
    summary: 'Чей это второй пульт и какого концерта',
    answer: Type.Object({
      name: Type.String(),
      artistUsername: Type.String(),
      sessionId: Id,
      /** The pass of a closed evening. */
      pass: nullable(Id),
    }),
    refusals: ['NOT_FOUND'],
  }),
  padLog: endpoint({
    method: 'GET',
    path: '/artist/pad-log',
    access: 'pad',
    summary: 'Кто что сделал с очередью концерта, у которого есть второй пульт',
    query: { sessionId: Id },
    /** The newest first. */
    answer: Type.Array(PadLogEntry),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
}
