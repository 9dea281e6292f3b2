import type { QueueEntry } from '#contract/shapes.ts'
import type { PlaceAhead } from '#contract/songs.ts'
import { waiting } from '#domain/queue/queue.ts'

/** What was told last: of which song, to which question about it, before which queue. */
export type ToldPlace = {
  of: string | null
  question: string | null
  ahead: PlaceAhead | null
  queueKey: string
}

/** What is told after an answer: one that has not come (`ahead` null) leaves what was told to the same question. */
export const toldAfter = (told: ToldPlace, answer: ToldPlace): ToldPlace =>
  answer.ahead === null && told.question === answer.question ? told : answer

type Asked = Pick<ToldPlace, 'queueKey'> & { songId: string; meanwhile: PlaceAhead | null }

/** What the sheet may say of this song: what was told of it before this very queue; else the place that the page itself keeps up, or nothing. */
export function forecastOf(
  { of, ahead, queueKey: before }: ToldPlace,
  { songId, queueKey, meanwhile }: Asked,
): PlaceAhead | null {
  if (of !== songId || ahead === null) return meanwhile
  if (before === queueKey) return ahead
  if (meanwhile === null) return null
  const { mayMiss: _, ...rest } = ahead
  const { place, waitMinutes, mayMiss } = meanwhile
  return { ...rest, place, waitMinutes, ...(mayMiss && { mayMiss }) }
}

type PageForecast = {
  /** As the page was rendered; null where it is unknown. */
  told: PlaceAhead | null
  /** The same, kept up with the queue. */
  now: PlaceAhead | null
  /** The song that the page was rendered for; null: for any that does not wait. */
  of: string | null
  /** What that song would get where it waits already: the others are of any other then. */
  waits: PlaceAhead | null
}

/** What the page's own forecast says of the song of a sheet: as it was rendered, and now. */
export function pageForecast(
  { told, now, of, waits: own }: PageForecast,
  asked: { songId: string | null; share: boolean; amount: number; queue: readonly QueueEntry[] },
): { first: PlaceAhead | null; meanwhile: PlaceAhead | null } {
  const { songId, share, amount, queue } = asked
  const mine = of === songId ? own : null
  const known = mine ?? (of === null || of === songId || own !== null ? told : null)
  const first = told === now ? known : null
  const waits = mine !== null || waiting(queue).some((entry) => entry.songId === songId)
  if (share || amount > 0 || waits || now === null) return { first, meanwhile: null }
  const { foreign, ...place } = now
  return { first, meanwhile: foreign && of === songId ? now : place }
}
