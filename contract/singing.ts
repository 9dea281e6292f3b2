import { Type } from '@sinclair/typebox'
import { KEY_SHIFT_MOST } from '#domain/queue/singing.ts'

/** Semitones up or down. */
export const KeyShift = Type.Integer({ minimum: -KEY_SHIFT_MOST, maximum: KEY_SHIFT_MOST })

/** The listeners who sing a song; `held`: the word filter hides a name. The hall reads of what sounds and of the next two. */
export const Singers = Type.Object({
  names: Type.Array(Type.String()),
  keyShift: KeyShift,
  held: Type.Optional(Type.Literal(true)),
})
