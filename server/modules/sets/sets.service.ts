import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '#domain/refusal.ts'
import { BY_ALPHABET } from '#domain/songs/repertoire.ts'
import { checkSet, SETS_MOST, setLength, songsOfSet } from '#domain/songs/song-set.ts'
import type { SetItem, SetLength, SongSet } from '#domain/songs/song-set.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { onceByKey } from '#server/platform/db/idempotency.ts'
import { lockArtistRow } from '#server/platform/db/tx.ts'
import { addSetToQueue } from '../queue/add-set.service.ts'
import { addSet, readSet, readSets, rewriteSet, songsOf } from './sets.store.ts'
import type { SongOfSet, StoredSet } from './sets.store.ts'

type NewOrStored = SongSet & { readonly id: string | null; readonly savedAt?: string }

type ShownItem = Exclude<SetItem, { kind: 'song' }> | ({ readonly kind: 'song' } & SongOfSet)

const SAVED_SINCE =
  'Этот сет сохранили в другом окне. Обновите страницу: она покажет его, а несохранённое здесь пропадёт.'

function noSet(): Refusal {
  return new Refusal('NOT_FOUND', 'Такого сета нет')
}

/** Returns the sets by title, each with its length. */
export async function listSets(
  { sql }: Context,
  artistId: string,
): Promise<(Omit<StoredSet, 'items' | 'savedAt'> & SetLength)[]> {
  const stored = (await readSets(sql, artistId)).toSorted((a, b) =>
    BY_ALPHABET.compare(a.title, b.title),
  )
  const songs = await songsOf(
    sql,
    artistId,
    stored.flatMap(({ items }) => items),
  )
  return stored.map(({ id, title, targetMinutes, items }) => ({
    id,
    title,
    targetMinutes,
    ...setLength(
      items.filter((item) => item.kind !== 'song' || songs.has(item.songId)),
      (songId) => songs.get(songId)?.seconds,
    ),
  }))
}

export async function wholeSet(ctx: Context, artistId: string, id: string) {
  const set = await readSet(ctx.sql, artistId, id)
  if (set === undefined) throw noSet()
  return withSongs(ctx, artistId, set)
}

async function withSongs({ sql }: Context, artistId: string, set: StoredSet) {
  const songs = await songsOf(sql, artistId, set.items)
  // A song that is no longer in the catalogue is left out of its sets.
  const items = set.items.flatMap((item): ShownItem[] => {
    if (item.kind !== 'song') return [item]
    const song = songs.get(item.songId)
    return song === undefined ? [] : [{ kind: 'song', ...song }]
  })
  return { ...set, items, savedAt: set.savedAt.toISOString() }
}

/** Puts another song into the place of one in all sets. In the caller's transaction. */
export async function moveSongOfSets(
  { sql, now }: Context,
  { artistId, songId, to }: { artistId: string; songId: string; to: string },
): Promise<void> {
  for (const set of await readSets(sql, artistId)) {
    const others = set.items.filter((item) => item.kind !== 'song' || item.songId !== to)
    const items = others.map((item) =>
      item.kind === 'song' && item.songId === songId ? { ...item, songId: to } : item,
    )
    if (items.some((item) => item.kind === 'song' && item.songId === to))
      await rewriteSet(sql, artistId, { ...set, items }, now())
  }
}

/** Saves a set; `id` null: a new one, once for each idempotency key. */
export async function saveSet(
  ctx: Context,
  artistId: string,
  typed: NewOrStored,
  idempotencyKey: string | null,
) {
  const set = checkSet(typed)
  const id = await transaction(ctx, async ({ sql, now }) => {
    await lockArtistRow(sql, artistId)
    const songs = await songsOf(sql, artistId, set.items)
    if (set.items.some((item) => item.kind === 'song' && !songs.has(item.songId)))
      throw new Refusal('NOT_FOUND', 'Одной из песен уже нет в каталоге')
    if (typed.id !== null) {
      const { savedAt, title, targetMinutes, items } =
        (await readSet(sql, artistId, typed.id)) ?? {}
      if (typed.savedAt !== undefined && typed.savedAt !== savedAt?.toISOString()) {
        // The same request again, the answer of which was lost.
        if (isDeepStrictEqual({ title, targetMinutes, items }, set)) return typed.id
        throw new Refusal('ILLEGAL_STEP', SAVED_SINCE)
      }
      if (!(await rewriteSet(sql, artistId, { ...set, id: typed.id }, now()))) throw noSet()
      return typed.id
    }
    return onceByKey(sql, 'artist/set', idempotencyKey, typed, now(), async () => {
      if ((await readSets(sql, artistId)).length >= SETS_MOST)
        throw new Refusal('ILLEGAL_STEP', `У вас уже ${SETS_MOST} сетов: удалите лишние`)
      return addSet(sql, artistId, set, now())
    })
  })
  return wholeSet(ctx, artistId, id)
}

/** Adds the songs of a set to the artist's own queue of a concert, once for each idempotency key. */
export function laySet(
  ctx: Context,
  artistId: string,
  { id, sessionId }: { readonly id: string; readonly sessionId: string },
  idempotencyKey: string | null,
): Promise<{ added: number; waiting: number }> {
  const readSongs = async (inside: Context) => {
    const songs = songsOfSet((await wholeSet(inside, artistId, id)).items)
    if (songs.length === 0) throw new Refusal('ILLEGAL_STEP', 'В этом сете пока нет песен')
    return songs
  }
  return addSetToQueue(
    ctx,
    artistId,
    { concertId: sessionId, setId: id, readSongs },
    idempotencyKey,
  )
}
