import { useState } from 'react'
import { BARRED_SONGS_MOST } from '#domain/queue/barred-songs.ts'
import { HOST_SONGS_MOST } from '#domain/queue/host-songs.ts'
import { newKey } from '#web/lib/device/device-memory.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { EditRow, EditTitle, ReorderList } from '#web/ui/lists/reorder-list.tsx'
import { Plus } from '#web/ui/icons/icons.tsx'
import { keyOf } from '#web/parts/songs/named-songs.ts'
import type { NamedSong } from '#web/parts/songs/named-songs.ts'
import { placeOf } from './host-draft.ts'
import type { HostLists } from './host-draft.ts'
import css from './host-page.module.css'
import { SongPicker } from './song-picker.tsx'

export type ListProps = {
  lists: HostLists
  artistUsername: string
  /** The lists can only be read. */
  locked: boolean
  /** Where a song is by now, by its id in the list; empty before the concert. */
  statusOf: (id: string) => string
  onChange: (part: Partial<HostLists>) => void
}

/** «Обязательно сыграть». */
export function MustPlay({ lists, artistUsername, locked, statusOf, onChange }: ListProps) {
  const [adding, setAdding] = useState(false)
  const { songs } = lists
  const full = songs.length >= HOST_SONGS_MOST
  const move = (id: string, place: number) => {
    const song = songs.find((one) => one.id === id)
    if (song === undefined) return
    const others = songs.filter((one) => one !== song)
    onChange({ songs: [...others.slice(0, place), song, ...others.slice(place)] })
  }
  const add = (song: NamedSong) => onChange({ songs: [...songs, { id: newKey(), ...song }] })
  return (
    <Section title="Обязательно сыграть" count={songs.length > 0 ? songs.length : undefined}>
      {songs.length === 0 && (
        <p className="muted">
          Песни, без которых вечер не вечер. Они встанут первыми в очередь артиста.
        </p>
      )}
      {locked && songs.length > 0 && (
        <ol className={css.plain} aria-label="Обязательно сыграть">
          {songs.map((song) => (
            <li key={song.id} className={css.row}>
              <ReadSong song={song} note={statusOf(song.id)} />
            </li>
          ))}
        </ol>
      )}
      {!locked && songs.length > 0 && (
        <ReorderList
          label="Обязательно сыграть"
          rows={songs}
          keyOf={({ id }) => id}
          nameOf={({ title }) => title}
          onMove={move}
        >
          {(song, place, grip) => (
            <EditRow
              name={song.title}
              count={songs.length}
              {...{ place, grip }}
              removal="Убрать"
              onMove={(to) => move(song.id, to)}
              onRemove={() => onChange({ songs: songs.filter((one) => one !== song) })}
            >
              <EditTitle title={song.title} artist={song.artistName} />
              <Note words={statusOf(song.id)} />
            </EditRow>
          )}
        </ReorderList>
      )}
      {!locked && (
        <Adding {...{ adding, full }} name="Добавить песню" onOpen={() => setAdding(true)}>
          <SongPicker
            label="Какую песню сыграть"
            artistUsername={artistUsername}
            placeOf={(song) => placeOf(lists, song)}
            onPick={add}
          />
        </Adding>
      )}
    </Section>
  )
}

/** «Не играть». */
export function NotToPlay({ lists, artistUsername, locked, onChange }: ListProps) {
  const [adding, setAdding] = useState(false)
  const { barred } = lists
  return (
    <Section title="Не играть" count={barred.length > 0 ? barred.length : undefined}>
      {barred.length === 0 && (
        <p className="muted">Эти песни гости заказать не смогут: им скажут «сегодня не играем».</p>
      )}
      {barred.length > 0 && (
        <ul className={css.plain} aria-label="Не играть">
          {barred.map((song) => (
            <li key={keyOf(song)} className={css.row}>
              <ReadSong song={song} note="" />
              {!locked && (
                <Button
                  size="s"
                  variant="text"
                  aria-label={`Можно играть: ${song.title}`}
                  onClick={() => onChange({ barred: barred.filter((one) => one !== song) })}
                >
                  Можно играть
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!locked && (
        <Adding
          adding={adding}
          full={barred.length >= BARRED_SONGS_MOST}
          name="Добавить в «Не играть»"
          onOpen={() => setAdding(true)}
        >
          <SongPicker
            label="Какую песню не играть"
            artistUsername={artistUsername}
            placeOf={(song) => placeOf(lists, song)}
            onPick={(song) => onChange({ barred: [...barred, song] })}
          />
        </Adding>
      )}
    </Section>
  )
}

type AddingProps = {
  adding: boolean
  /** The list takes no more. */
  full: boolean
  name: string
  onOpen: () => void
  children: React.ReactNode
}

/** The button that opens a form under its list. */
export function Adding({ adding, full, name, onOpen, children }: AddingProps) {
  if (full) return <p className="muted">Больше сюда не записать: уберите лишнее.</p>
  if (adding) return children
  return (
    <Button block icon={<Plus />} onClick={onOpen}>
      {name}
    </Button>
  )
}

export function ReadSong({ song, note }: { song: NamedSong; note: string }) {
  return (
    <span className={css.song}>
      <b>{song.title}</b>
      {song.artistName !== '' && <span className="muted">{song.artistName}</span>}
      <Note words={note} />
    </span>
  )
}

export function Note({ words }: { words: string }) {
  return words === '' ? null : <span className={css.note}>{words}</span>
}
