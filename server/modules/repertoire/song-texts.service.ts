import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { Refusal } from '#domain/refusal.ts'
import { ALL_TEXTS_MOST, checkSongText, hasChords } from '#domain/songs/song-text.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { semaphore } from '#server/platform/concurrency.ts'
import { lockArtistRow } from '#server/platform/db/tx.ts'
import { songsByIds } from '../songs/songs.service.ts'
import type { TextsAfter } from './song-texts.store.ts'
import {
  freeTexts,
  saveTexts,
  saveTransposition,
  sumOfTexts,
  textOf,
  textsOf,
} from './song-texts.store.ts'

// Texts with chords that an artist wrote for himself: only he and his second pads can read them.

const AT_ONCE = 50

/** Returns a part of what changed after `from`, or of everything; an empty text is a removed one. */
export async function changedSongTexts(ctx: Context, artistId: string, from: TextsAfter | null) {
  const read = await textsOf(ctx.sql, { artistId, from, limit: AT_ONCE + 1 })
  return { texts: read.slice(0, AT_ONCE), more: read.length > AT_ONCE }
}

/** '' where the song has none. */
export async function songTextOf(ctx: Context, artistId: string, songId: string): Promise<string> {
  return (await textOf(ctx.sql, artistId, songId))?.text ?? ''
}

/** A text of the longest takes tens of milliseconds: others are served between two. */
const reading = semaphore(1)

async function looked(text: string): Promise<boolean> {
  await yieldToLoop()
  return hasChords(text)
}

type SavedText = { songId: string; text: string; transpose?: number | undefined }

/** Saves all of them or none; an empty text removes the stored one. Texts of songs that left the repertoire give way. */
export async function saveSongTexts(
  ctx: Context,
  artistId: string,
  texts: readonly SavedText[],
): Promise<void> {
  for (const { text } of texts) checkSongText(text)
  const last: (SavedText & { hasChords: boolean })[] = []
  for (const one of new Map(texts.map((each) => [each.songId, each])).values())
    last.push({ ...one, hasChords: await reading.run(() => looked(one.text)) })
  if (last.length === 0) return
  await changeTexts(ctx, artistId, async (inside, at) => {
    const known = await songsByIds(
      inside,
      last.map(({ songId }) => songId),
    )
    if (known.length < last.length)
      throw new Refusal('NOT_FOUND', 'Одной из песен уже нет в каталоге')
    await saveTexts(inside.sql, { artistId, texts: last, at })
    const { length } = await sumOfTexts(inside.sql, artistId)
    if (length <= ALL_TEXTS_MOST) return
    // The artist does not see texts of songs that he removed or corrected.
    const kept = last.map(({ songId }) => songId)
    await freeTexts(inside.sql, { artistId, length: length - ALL_TEXTS_MOST, kept, at })
    if ((await sumOfTexts(inside.sql, artistId)).length > ALL_TEXTS_MOST)
      throw new Refusal(
        'ILLEGAL_STEP',
        'Тексты всех песен длиннее 4 миллионов знаков: уберите лишние',
      )
  })
}

/** Sets by how many semitones every pad of the artist shows the text higher. */
export async function transposeSong(
  ctx: Context,
  artistId: string,
  songId: string,
  transpose: number,
): Promise<void> {
  const saved = await changeTexts(ctx, artistId, ({ sql }, at) =>
    saveTransposition(sql, { artistId, songId, transpose, at }),
  )
  if (!saved) throw new Refusal('NOT_FOUND', 'У этой песни пока нет текста')
}

/** Runs an artist's changes one after another, each with a later time: a client that asks for newer texts misses none. */
function changeTexts<T>(
  ctx: Context,
  artistId: string,
  work: (inside: Context, at: Date) => Promise<T>,
): Promise<T> {
  return transaction(ctx, async (inside) => {
    await lockArtistRow(inside.sql, artistId)
    const { newest } = await sumOfTexts(inside.sql, artistId)
    return work(inside, new Date(Math.max(ctx.now().getTime(), (newest?.getTime() ?? 0) + 1)))
  })
}
