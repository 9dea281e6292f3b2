import { useState } from 'react'
import { api } from '#contract/index.ts'
import { SONG_LINE_MAX } from '#domain/queue/order.ts'
import { call } from '#web/lib/calls/call.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { FoundMark } from '#web/ui/lists/reorder-list.tsx'
import type { NamedSong } from '#web/parts/songs/named-songs.ts'
import css from './host-page.module.css'

type SongPickerProps = {
  label: string
  artistUsername: string
  /** Where a song is already; null: nowhere. */
  placeOf: (song: NamedSong) => string | null
  onPick: (song: NamedSong) => void
}

const MOST_SHOWN = 8

/** A song from the artist's repertoire and the catalogue, or as the host types it. */
export function SongPicker({ label, artistUsername, placeOf, onPick }: SongPickerProps) {
  const [artistName, setArtistName] = useState('')
  const { text, found, pending, failed, again, setText, put } = useSearch((input, signal) =>
    call(api.songs.findSong, { query: { input, username: artistUsername } }, { signal }),
  )
  const typed = text.trim().slice(0, SONG_LINE_MAX)
  const pick = (song: NamedSong) => {
    onPick(song)
    put('')
    setArtistName('')
  }
  return (
    <div className={css.picker}>
      <SearchBox label={label} value={text} maxLength={SONG_LINE_MAX} onValue={setText} />
      {found !== null && found.length > 0 && (
        <ul aria-label="Найденные песни" aria-busy={pending}>
          {found.slice(0, MOST_SHOWN).map((song) => {
            const place = placeOf(song)
            const { songId, title, artistName: performer } = song
            return (
              <SongRow
                key={songId}
                song={song}
                tone={place === null ? undefined : 'off'}
                {...(song.isFavorite && { note: 'Есть в репертуаре' })}
                {...(place === null && {
                  onPress: () => pick({ songId, title, artistName: performer }),
                })}
                mark={<FoundMark there={place} />}
              />
            )
          })}
        </ul>
      )}
      {failed !== null && (
        <div role="alert">
          <EmptyState
            rest={false}
            text={failed}
            action={<Button onClick={again}>Найти ещё раз</Button>}
          />
        </div>
      )}
      {typed !== '' && (
        <>
          {found?.length === 0 && (
            <p className="muted">В каталоге такой песни нет. Запишите её сами.</p>
          )}
          <Field
            label="Исполнитель, если песни нет в списке"
            autoComplete="off"
            maxLength={SONG_LINE_MAX}
            value={artistName}
            onChange={({ target }) => setArtistName(target.value)}
          />
          <Button
            block
            variant="invert"
            disabled={placeOf({ songId: null, title: typed, artistName }) !== null}
            onClick={() => pick({ songId: null, title: typed, artistName: artistName.trim() })}
          >
            Записать «{typed}»
          </Button>
        </>
      )}
    </div>
  )
}
