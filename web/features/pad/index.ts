/** The pad of a running concert, and the parts that the queue editor shares with it. */
export { NextConcert } from './before/next-concert.tsx'
export { NoConcertCard } from './before/no-concert-card.tsx'
export { ownNoteText } from './use-own-queue.ts'
export { Pad } from './pad.tsx'
export { useOwnQueue } from './use-own-queue.ts'
export type { OwnView } from './use-own-queue.ts'
export { useNewAfterLoss } from './load.ts'
export { usePadState } from './use-pad-state.ts'
