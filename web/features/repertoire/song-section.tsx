import type { Song } from '#contract/shapes.ts'
import { SongRow } from '#web/parts/song-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Plus, X } from '#web/ui/icons.tsx'
import { Section } from '#web/ui/section.tsx'
import { useParts } from './use-parts.ts'
import type { useRepertoire } from './use-repertoire.ts'

type SongToggleProps = {
  song: Song
  added: boolean
  pending: boolean
  onAdd: () => void
  onRemove: () => void
}

/** Into the repertoire, or out of it. */
function SongToggle({ song, added, pending, onAdd, onRemove }: SongToggleProps) {
  return (
    <IconButton
      label={added ? `Удалить: ${song.title}` : `Добавить: ${song.title}`}
      variant={added ? 'tonal' : 'invert'}
      loading={pending}
      onClick={added ? onRemove : onAdd}
    >
      {added ? <X className="ico" /> : <Plus className="ico" />}
    </IconButton>
  )
}

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
