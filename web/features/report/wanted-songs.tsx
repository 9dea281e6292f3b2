import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { WantedSong } from '#contract/report.ts'
import { call } from '#web/lib/call.ts'
import { usePresses } from '#web/lib/use-presses.ts'
import { SongRow } from '#web/parts/song-row.tsx'
import { Undo2 } from '#web/ui/artist-icons.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Plus } from '#web/ui/icons.tsx'
import { Section } from '#web/ui/section.tsx'
import { listeners } from './report-words.ts'
import css from './session-report.module.css'

type Wanted = {
  has(songId: string): boolean
  isPending(songId: string): boolean
  add(song: WantedSong): void
  takeBack(song: WantedSong): void
}

/** Wanted songs on their way into the repertoire, and back out of it. */
function useWanted(): Wanted {
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const { press, isPending } = usePresses()

  return {
    has: (songId) => added.has(songId),
    isPending,
    add: ({ songId, title, artistName, imageUrl }) =>
      void press(songId, async () => {
        await call(api.artist.addFavorite, { body: { songId, title, artistName, imageUrl } })
        setAdded((before) => new Set([...before, songId]))
      }),
    takeBack: ({ songId }) =>
      void press(songId, async () => {
        await call(api.artist.removeFavorite, { query: { songId } })
        setAdded((before) => new Set([...before].filter((id) => id !== songId)))
      }),
  }
}

export type WantedSongsProps = { songs: readonly WantedSong[] }

/** What listeners ordered and the repertoire lacks, each with one press into it and one back. */
export function WantedSongs({ songs }: WantedSongsProps) {
  const wanted = useWanted()
  return (
    <Section title="Хотели услышать, а в репертуаре нет">
      {songs.length === 0 && (
        <EmptyState muted rest={false} text="Все заказанные песни есть в вашем репертуаре." />
      )}
      <ul>
        {songs.map((song) => {
          const { songId, title, backers, played } = song
          const has = wanted.has(songId)
          return (
            <SongRow
              key={songId}
              song={song}
              note={
                has ? (
                  'В репертуаре'
                ) : (
                  <span className={css.quiet}>
                    {listeners(backers)}
                    {played && ' · прозвучала'}
                  </span>
                )
              }
              actions={
                <IconButton
                  label={has ? `Отменить: ${title}` : `В репертуар: ${title}`}
                  variant={has ? 'tonal' : 'invert'}
                  loading={wanted.isPending(songId)}
                  onClick={() => (has ? wanted.takeBack(song) : wanted.add(song))}
                >
                  {has ? <Undo2 className="ico" /> : <Plus className="ico" />}
                </IconButton>
              }
            />
          )
        })}
      </ul>
    </Section>
  )
}
