import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Id, Moment, nullable } from './shapes.ts'

export const BandSignal = Type.Object({
  id: Id,
  /** When it was given. */
  at: Moment,
  /** The second pad's name; null for the artist himself. */
  by: nullable(Type.String()),
  words: Type.String(),
})
export type BandSignal = Static<typeof BandSignal>

/** Longer and more of them are refused with their limit. */
const OwnSignals = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 })

/** Signals of the band: from any pad to all pads of a concert. */
export const signals = {
  signals: endpoint({
    method: 'GET',
    path: '/artist/signals',
    access: 'pad',
    priority: 'critical',
    summary: 'Сигналы группы: свои и последние на этом концерте',
    query: { sessionId: Id },
    /** `recent`: the newest first. */
    answer: Type.Object({ own: Type.Array(Type.String()), recent: Type.Array(BandSignal) }),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  giveSignal: endpoint({
    method: 'POST',
    path: '/artist/give-signal',
    access: 'pad',
    priority: 'critical',
    summary: 'Подать сигнал всем пультам концерта',
    body: {
      sessionId: Id,
      /** A repeat with the same id is the same signal. */
      id: Id,
      words: Type.String({ maxLength: 200 }),
      /** How many ms ago it was given: a pad without a network keeps it. */
      agoMs: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  setOwnSignals: endpoint({
    method: 'POST',
    path: '/artist/own-signals',
    access: 'artist',
    summary: 'Свои сигналы группы',
    body: { signals: OwnSignals },
    answer: Type.Array(Type.String()),
  }),
}
