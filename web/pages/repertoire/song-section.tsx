import type { Song } from '#contract/shapes.ts'
import { useParts } from '#web/lib/use-parts.ts'
import { SongRow } from '#web/parts/song-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/section.tsx'
import { SongToggle } from './song-toggle.tsx'
import type { useRepertoire } from './use-repertoire.ts'

export type SongSectionProps = {
  title: string
  songs: readonly Song[]
  repertoire: ReturnType<typeof useRepertoire>
}

/** A titled list of songs, each with the button that adds or removes it. */
export function SongSection({ title, songs, repertoire }: SongSectionProps) {
  const { shown, left, more } = useParts(songs)
  return (
    <Section title={title} count={songs.length}>
      <ul>
        {shown.map((song) => (
          <SongRow
            key={song.songId}
            song={song}
            actions={
              <SongToggle
                song={song}
                added={repertoire.has(song.songId)}
                pending={repertoire.isPending(song)}
                onAdd={() => void repertoire.add(song)}
                onRemove={() => void repertoire.remove(song)}
              />
            }
          />
        ))}
      </ul>
      {left > 0 && (
        <Button block onClick={more}>
          Показать ещё
        </Button>
      )}
    </Section>
  )
}
