import { noArtist, usernameKey } from '#domain/accounts/account.ts'
import { rearrange } from '#domain/queue/arrangement.ts'
import { BARRED_WORDS } from '#domain/queue/barred-songs.ts'
import { noConcert, ownConcert } from '#domain/concerts/concert.ts'
import { opensAfter, repeatWords } from '#domain/queue/admission.ts'
import { proposeLastCall } from '#domain/queue/last-call.ts'
import { rulesFrom } from '#domain/queue/evening-rules.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { waiting } from '#domain/queue/queue.ts'
import { kopecks } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { concertFacts } from '#server/platform/db/concert-facts.ts'
import { paceOf } from './my-orders.store.ts'
import { arrangementRulesOf, liveQueue } from './queue.store.ts'
import { songChoiceOf, timesOrdered } from './ordering.store.ts'
import { concertNowOf, entryStates, ownQueue, queueView, queueViews } from './queue-view.store.ts'
import type { OwnEntry, EntryView } from './queue-view.store.ts'

/** What listeners of one concert may choose from. */
export type SongChoice = {
  readonly songs: EveningRules['songs']
  readonly only: readonly string[] | undefined
  /** The songs that wait or play. */
  readonly live: ReadonlySet<string>
  /** Without the songs that may not be ordered, and with a text about those that are not played and those that sounded. */
  shown<S extends { readonly songId: string }>(songs: readonly S[]): (S & { heard?: string })[]
}

/** Returns the queue as these rules would arrange it. Refuses NOT_FOUND and NOT_YOURS. */
export async function previewRules(
  ctx: Context,
  artistId: string,
  concertId: string,
  rules: Partial<EveningRules>,
): Promise<EntryView[]> {
  ownConcert(await concertFacts(ctx.sql, concertId), artistId)
  const [queue, shown, before] = await Promise.all([
    liveQueue(ctx.sql, concertId, 'explained'),
    queueView(ctx.sql, concertId),
    arrangementRulesOf(ctx.sql, concertId),
  ])
  const byEntry = new Map(shown.map((entry) => [entry.id, entry]))
  const rearranged = rearrange(queue, { ...before, ...rules }, before)
  return rearranged.flatMap(({ id }) => byEntry.get(id) ?? [])
}

/** Returns the pad's proposal where the waiting songs do not fit into the concert; null where they do. */
export async function proposeLastCallOf(
  ctx: Context,
  concertId: string,
  endsAt: Date,
): Promise<ReturnType<typeof proposeLastCall>> {
  const now = ctx.now()
  const [queue, pace] = await Promise.all([
    liveQueue(ctx.sql, concertId, 'bare'),
    paceOf(ctx.sql, concertId, now),
  ])
  return proposeLastCall(waiting(queue).length, { now, endsAt, ...pace })
}

/** What an artist's concert lets its listeners choose from; null for none, another artist's, and a closed one of which the viewer has no pass. */
export async function songChoiceIn(
  ctx: Context,
  artistId: string,
  {
    sessionId,
    pass,
    viewerId,
  }: { sessionId?: string; pass?: string; viewerId: string | undefined },
): Promise<SongChoice | null> {
  const row = sessionId === undefined ? undefined : await songChoiceOf(ctx.sql, sessionId)
  if (row?.artistId !== artistId) return null
  if (row.pass !== null && row.pass !== pass && artistId !== viewerId) return null
  const rules = rulesFrom(row.rules)
  const open = new Set(row.open)
  const barred = new Set(row.barred)
  const sounded = (row.sounded ?? []).map(({ songId }) => songId)
  return {
    songs: rules.songs,
    only: rules.songs === 'open' ? [...open] : undefined,
    live: new Set(row.live),
    shown: (songs) =>
      songs
        .filter(({ songId }) => rules.songs !== 'open' || open.has(songId))
        .map((song) => {
          const ago = sounded.indexOf(song.songId)
          const heard = barred.has(song.songId)
            ? BARRED_WORDS
            : repeatWords(opensAfter(ago < 0 ? null : ago, rules))
          return heard === null ? song : { ...song, heard }
        }),
  }
}

/** With amounts, for its artist alone. Refuses NOT_FOUND and NOT_YOURS. */
export async function queueOfOwner(
  ctx: Context,
  artistId: string,
  concertId: string,
): Promise<OwnEntry[]> {
  ownConcert(await concertFacts(ctx.sql, concertId), artistId)
  return ownQueue(ctx.sql, concertId)
}

/** The queue of a concert that must exist. Refuses NOT_FOUND. */
export async function queueOf(ctx: Context, concertId: string): Promise<EntryView[]> {
  // One that is not published yet is as if there were none.
  if ((await concertFacts(ctx.sql, concertId))?.publishAt !== null) throw noConcert()
  return queueView(ctx.sql, concertId)
}

/** The queue of the concert that this artist is playing; empty where none runs. Refuses NOT_FOUND for an unknown artist. */
export async function queueNowOf(ctx: Context, artistUsername: string): Promise<EntryView[]> {
  const key = usernameKey(artistUsername)
  const concertId = key === null ? undefined : await concertNowOf(ctx.sql, key)
  if (concertId === undefined) throw noArtist()
  return concertId === null ? [] : queueView(ctx.sql, concertId)
}

/** The artist's view of his own entries; for a second pad without the sums, with whether there are any. */
export function sumsFor({ secondPad }: { readonly secondPad?: unknown }) {
  return <E extends OwnEntry>(entry: E): E =>
    secondPad === undefined
      ? entry
      : {
          ...entry,
          amount: kopecks(0),
          paidOrders: 0,
          ...(entry.amount > 0 && { paid: true as const }),
          ...(entry.cash !== undefined && { cash: 0 }),
        }
}

/** How often each song was ordered at concerts of this artist, a minute late at most: all listeners open the list of songs at once. */
export function timesAsked(ctx: Context, artistId: string): Promise<ReadonlyMap<string, number>> {
  return ctx.timesAsked(artistId, () => timesOrdered(ctx.sql, artistId))
}

/** The live entries, NOW first, then in order; none for an unknown concert. */
export function queueEntries(ctx: Context, concertId: string): Promise<EntryView[]> {
  return queueView(ctx.sql, concertId)
}

/** The same for the posters of several concerts, in one query: without the names of listeners. */
export function queueEntriesOfMany(ctx: Context, concertIds: readonly string[]) {
  return queueViews(ctx.sql, concertIds, 'poster')
}

/** Returns the live channel's frames of several concerts at once: equal queues give equal texts. */
export async function queueFrames(ctx: Context, concertIds: readonly string[]) {
  const queues = await queueViews(ctx.sql, concertIds, 'hall')
  return new Map([...queues].map(([id, entries]) => [id, JSON.stringify(entries)]))
}

/** The statuses of these payments' songs in their queues. */
export function songStatesOf(ctx: Context, paymentIds: readonly string[]) {
  return entryStates(ctx.sql, paymentIds)
}
