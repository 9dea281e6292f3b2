import { Refusal } from '#domain/refusal.ts'
import { checkSet, SETS_MOST, setLength, songsOfSet } from '#domain/songs/song-set.ts'
import type { SetItem, SetLength, SongSet } from '#domain/songs/song-set.ts'
import { onceByKey } from '#server/platform/db/idempotency.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { lockArtistRow, inTransaction } from '#server/platform/db/tx.ts'
import type { Queues } from '../queue/queue.service.ts'
import { addSet, readSet, readSets, removeSet, rewriteSet, songsOf } from './sets.store.ts'
import type { SongOfSet, StoredSet } from './sets.store.ts'

type SetsDeps = { readonly sql: Sql; readonly now: () => Date; readonly queue: Pick<Queues, 'lay'> }

type NewOrStored = SongSet & { readonly id: string | null }

type ShownItem = Exclude<SetItem, { kind: 'song' }> | ({ readonly kind: 'song' } & SongOfSet)

function noSet(): Refusal {
  return new Refusal('NOT_FOUND', 'Такого сета нет')
}

/** Sets of an artist: each is stored, and added to any number of his concerts. */
export function makeSets({ sql, now, queue }: SetsDeps) {
  async function whole(artistId: string, set: StoredSet, inside = sql) {
    const songs = await songsOf(inside, artistId, set.items)
    // A song that is no longer in the catalogue is left out of its sets.
    const items = set.items.flatMap((item): ShownItem[] => {
      if (item.kind !== 'song') return [item]
      const song = songs.get(item.songId)
      return song === undefined ? [] : [{ kind: 'song', ...song }]
    })
    return { ...set, items }
  }

  async function own(artistId: string, id: string, inside = sql): Promise<StoredSet> {
    const set = await readSet(inside, artistId, id)
    if (set === undefined) throw noSet()
    return set
  }

  return {
    /** Returns the sets by title, each with its length. */
    async list(artistId: string): Promise<(Omit<StoredSet, 'items'> & SetLength)[]> {
      const stored = await readSets(sql, artistId)
      const songs = await songsOf(
        sql,
        artistId,
        stored.flatMap(({ items }) => items),
      )
      return stored.map(({ items, ...set }) => ({
        ...set,
        ...setLength(
          items.filter((item) => item.kind !== 'song' || songs.has(item.songId)),
          (songId) => songs.get(songId)?.seconds,
        ),
      }))
    },

    /** Refuses NOT_FOUND. */
    one: async (artistId: string, id: string) => whole(artistId, await own(artistId, id)),

    /**
     * Saves a set; `id` null: a new one, once for each idempotency key. Refuses VALIDATION at its fields, NOT_FOUND for
     * an unknown set or song, ILLEGAL_STEP for one set too many.
     */
    async save(artistId: string, typed: NewOrStored, idempotencyKey: string | null) {
      const set = checkSet(typed)
      const id = await inTransaction(sql, async (tx) => {
        await lockArtistRow(tx, artistId)
        const songs = await songsOf(tx, artistId, set.items)
        if (set.items.some((item) => item.kind === 'song' && !songs.has(item.songId)))
          throw new Refusal('NOT_FOUND', 'Одной из песен уже нет в каталоге')
        if (typed.id !== null) {
          if (!(await rewriteSet(tx, artistId, { ...set, id: typed.id }, now()))) throw noSet()
          return typed.id
        }
        const call = `artist/set ${artistId}`
        return onceByKey(tx, call, idempotencyKey, typed, now(), async (inside) => {
          if ((await readSets(inside, artistId)).length >= SETS_MOST)
            throw new Refusal('ILLEGAL_STEP', `У вас уже ${SETS_MOST} сетов: удалите лишние`)
          return addSet(inside, artistId, set, now())
        })
      })
      return whole(artistId, { ...set, id })
    },

    async remove(artistId: string, id: string): Promise<void> {
      await removeSet(sql, artistId, id)
    },

    /**
     * Adds the songs of a set to the artist's own queue of a concert, once for each idempotency key. Refuses NOT_FOUND,
     * NOT_YOURS, ILLEGAL_STEP, SONG_NOT_ACCEPTED where too many wait.
     */
    lay(
      artistId: string,
      { id, sessionId }: { readonly id: string; readonly sessionId: string },
      idempotencyKey: string | null,
    ): Promise<{ added: number; waiting: number }> {
      const readSongs = async (inside: Sql) => {
        const { items } = await whole(artistId, await own(artistId, id, inside), inside)
        const songs = songsOfSet(items)
        if (songs.length === 0) throw new Refusal('ILLEGAL_STEP', 'В этом сете пока нет песен')
        return songs
      }
      return queue.lay(artistId, { concertId: sessionId, setId: id, readSongs }, idempotencyKey)
    },
  }
}

export type Sets = ReturnType<typeof makeSets>
