import { Plus, Undo2 } from 'lucide-react'
import type { WantedSong } from '#contract/report.ts'
import { SongRow } from '#web/parts/song-row.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Section } from '#web/ui/section.tsx'
import { listeners } from './report-words.ts'
import css from './session-report.module.css'
import { useWanted } from './use-wanted.ts'

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
