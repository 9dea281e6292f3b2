import { Refusal } from '#domain/refusal.ts'
import { ALL_TEXTS_MOST, checkSongText } from '#domain/songs/song-text.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { lockArtistRow, inTransaction } from '#server/platform/db/tx.ts'
import type { Songs } from '../songs/songs.service.ts'
import type { TextsAfter } from './song-texts.store.ts'
import { saveTexts, saveTransposition, sumOfTexts, textOf, textsOf } from './song-texts.store.ts'

export type SongTexts = ReturnType<typeof makeSongTexts>

const AT_ONCE = 50

/** Texts with chords that an artist wrote for himself: only he and his second pads can read them. */
export function makeSongTexts({ sql, now, songs }: { sql: Sql; now: () => Date; songs: Songs }) {
  /** Runs an artist's changes one after another, each with a later time: a client that asks for newer texts misses none. */
  function change<T>(artistId: string, work: (tx: Sql, at: Date) => Promise<T>): Promise<T> {
    return inTransaction(sql, async (tx) => {
      await lockArtistRow(tx, artistId)
      const { newest } = await sumOfTexts(tx, artistId)
      return work(tx, new Date(Math.max(now().getTime(), (newest?.getTime() ?? 0) + 1)))
    })
  }

  return {
    /** Returns a part of what changed after `from`, or of everything; an empty text is a removed one. */
    async changes(artistId: string, from: TextsAfter | null) {
      const read = await textsOf(sql, { artistId, from, limit: AT_ONCE + 1 })
      return { texts: read.slice(0, AT_ONCE), more: read.length > AT_ONCE }
    },

    /** '' where the song has none. */
    async text(artistId: string, songId: string): Promise<string> {
      return (await textOf(sql, artistId, songId))?.text ?? ''
    },

    /**
     * Saves all of them or none; an empty text removes the stored one. Refuses VALIDATION at `text`, NOT_FOUND for an
     * unknown song, ILLEGAL_STEP where there is no room.
     */
    async save(artistId: string, texts: readonly { songId: string; text: string }[]) {
      for (const { text } of texts) checkSongText(text)
      const last = [...new Map(texts.map((one) => [one.songId, one])).values()]
      if (last.length === 0) return
      await change(artistId, async (tx, at) => {
        const known = await songs.byIds(
          tx,
          last.map(({ songId }) => songId),
        )
        if (known.length < last.length)
          throw new Refusal('NOT_FOUND', 'Одной из песен уже нет в каталоге')
        await saveTexts(tx, { artistId, texts: last, at })
        if ((await sumOfTexts(tx, artistId)).length > ALL_TEXTS_MOST)
          throw new Refusal(
            'ILLEGAL_STEP',
            'Тексты всех песен длиннее 4 миллионов знаков: уберите лишние',
          )
      })
    },

    /** Sets by how many semitones every pad of the artist shows the text higher. Refuses NOT_FOUND where the song has no text. */
    async transpose(artistId: string, songId: string, transpose: number): Promise<void> {
      const saved = await change(artistId, (tx, at) =>
        saveTransposition(tx, { artistId, songId, transpose, at }),
      )
      if (!saved) throw new Refusal('NOT_FOUND', 'У этой песни пока нет текста')
    },
  }
}
