import { noConcert } from '#domain/concerts/concert.ts'
import { dropHostSongs, putHostSongs } from '#domain/queue/host-songs.ts'
import type { HostedSong } from '#domain/queue/host-songs.ts'
import { tellHall, wakeMoney } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { backersOf, dropMoment, saveMoment } from './host-songs.store.ts'
import { saveWithMoney } from './queue-changes.service.ts'
import { freshEntry, liveQueue, lockConcert } from './queue.store.ts'
import { collectingOf } from './shares.store.ts'
import { settleLeft } from './withdrawal.service.ts'

/** A song of the host; `moment`: as the pad says it; `was`: until now. */
type HostSong = HostedSong & { readonly moment: string; readonly was: string }

type HostSongs = {
  /** All that he wants, in his order. */
  readonly wanted: readonly HostSong[]
  /** What he wanted until now, of which the queue has, or had, an entry. */
  readonly gone: readonly { entryId: string; brought: boolean; was: string }[]
  /** He has put his songs into another order. */
  readonly reorder: boolean
}

/** `brought`: the artist had not put it into the queue before. */
type LaidSong = { readonly entryId: string | null; readonly brought: boolean }

/**
 * Puts what the host of the evening wants into the queue of a running concert, and takes out what he wants no more.
 * Returns the entry of each wanted song. Inside the caller's transaction.
 */
export async function changeHostSongs(
  inside: Context,
  concertId: string,
  { wanted, gone, reorder }: HostSongs,
): Promise<LaidSong[]> {
  const { sql, now } = inside
  const concert = await lockConcert(sql, concertId)
  if (concert === undefined) throw noConcert()
  const queue = await liveQueue(sql, concertId, concert.rules)
  const pools = await collectingOf(sql, concert, now())
  const before = await backersOf(sql, [
    ...queue.map(({ id }) => id),
    ...gone.map(({ entryId }) => entryId),
  ])
  const left = dropHostSongs(
    queue,
    gone.map((one) => ({ ...one, ordered: before.get(one.entryId)?.ordered ?? false })),
  )
  const ofHost = new Set(gone.flatMap(({ entryId, brought }) => (brought ? entryId : [])))
  // The queue had these before him: the artist had put them there, or they sound.
  const ofArtist = new Set<string | null>(
    queue.flatMap(({ id, status }) => {
      const { own = false, ordered = false } = before.get(id) ?? {}
      return !ofHost.has(id) && (own || !ordered || status !== 'SCHEDULED') ? id : []
    }),
  )
  const fresh = (songId: string) => pools.get(songId) ?? freshEntry(songId, now())
  const laid = putHostSongs(left.queue, wanted, fresh, { reorder })
  await saveWithMoney(inside, concert, { queue: laid.queue, closed: left.closed }, 'artist')
  for (const { entryId, brought, was } of gone)
    await dropMoment(sql, entryId, { was, own: !brought })
  const found: LaidSong[] = []
  for (const [at, { entryId: had, moment, was }] of wanted.entries()) {
    const entryId = laid.entryIds[at] ?? null
    if (entryId !== null && had === null) await saveMoment(sql, entryId, { was: '', moment })
    else if (entryId !== null && was !== moment) await saveMoment(sql, entryId, { was, moment })
    found.push({ entryId, brought: had === null && !ofArtist.has(entryId) })
  }
  // Listeners alone want these now: what they pay is judged as a new order would be.
  const stay = new Set(laid.entryIds)
  for (const { entryId, brought } of gone)
    if (brought && before.get(entryId)?.ordered === true && !stay.has(entryId))
      await settleLeft(inside, concert, { entryId, money: true })
  tellHall(inside, concertId)
  wakeMoney(inside)
  return found
}
