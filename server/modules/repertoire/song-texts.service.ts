import { Refusal } from '#domain/refusal.ts'
import { ALL_TEXTS_MOST, checkSongText } from '#domain/songs/song-text.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { lockArtistRow, inTransaction } from '#server/platform/db/tx.ts'
import type { Songs } from '../songs/songs.service.ts'
import type { TextsAfter } from './song-texts.store.ts'
import { saveTexts, saveTransposition, sumOfTexts, textOf, textsOf } from './song-texts.store.ts'

export type SongTexts = ReturnType<typeof makeSongTexts>

const AT_ONCE = 50

/** Texts with chords that an artist wrote for himself: he and his second pads read them, and nobody else. */
export function makeSongTexts({ sql, now, songs }: { sql: Sql; now: () => Date; songs: Songs }) {
  /** Changes of one artist come one after the other, each later than the last, so that whoever asks for what is newer misses none. */
  function change<T>(artistId: string, work: (tx: Sql, at: Date) => Promise<T>): Promise<T> {
    return inTransaction(sql, async (tx) => {
      await lockArtistRow(tx, artistId)
      const { newest } = await sumOfTexts(tx, artistId)
      return work(tx, new Date(Math.max(now().getTime(), (newest?.getTime() ?? 0) + 1)))
    })
  }

  return {
    /** A part of what changed after `from`, or of everything; an empty text is one that was taken away. */
    async changes(artistId: string, from: TextsAfter | null) {
      const read = await textsOf(sql, { artistId, from, limit: AT_ONCE + 1 })
      return { texts: read.slice(0, AT_ONCE), more: read.length > AT_ONCE }
    },

    /** '' where the song has none. */
    async text(artistId: string, songId: string): Promise<string> {
      return (await textOf(sql, artistId, songId))?.text ?? ''
    },

    /**
     * Saves all of them or none; an empty text takes away the one that there was. Refuses VALIDATION at `text`, NOT_FOUND for an unknown song, ILLEGAL_STEP where they find no place.
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

    /** So many semitones higher on every pad of the artist. Refuses NOT_FOUND where the song has no text. */
    async transpose(artistId: string, songId: string, transpose: number): Promise<void> {
      const saved = await change(artistId, (tx, at) =>
        saveTransposition(tx, { artistId, songId, transpose, at }),
      )
      if (!saved) throw new Refusal('NOT_FOUND', 'У этой песни пока нет текста')
    },
  }
}
