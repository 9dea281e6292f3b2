import { useEffect, useState } from 'react'
import { api } from '#contract/index.ts'
import type { Song } from '#contract/shapes.ts'
import { SONG_LINE_MAX } from '#domain/order.ts'
import { FOR_WHOM_MAX } from '#domain/own-song.ts'
import type { OwnNote } from '#domain/own-song.ts'
import { call } from '#web/lib/call.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { SongRow } from '#web/parts/song-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Plus } from '#web/ui/icons.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import css from './add-song.module.css'
import type { ChosenSong } from './command.ts'

export type AddSongProps = {
  open: boolean
  artistUsername: string
  onClose: () => void
  onAdd: (song: ChosenSong, note: OwnNote) => void
}

const holds = (song: Song, text: string) =>
  `${song.title} ${song.artistName}`.toLowerCase().includes(text.toLowerCase())

/** The artist's own song: from the repertoire, from the catalogue, or as he types it. */
export function AddSong({ open, artistUsername, onClose, onAdd }: AddSongProps) {
  const [repertoire, setRepertoire] = useState<readonly Song[]>([])
  const [forWhom, setForWhom] = useState('')
  const [inCash, setInCash] = useState(false)
  const search = useSearch((input, signal) =>
    call(api.songs.findSongOfArtist, { query: { input, username: artistUsername } }, { signal }),
  )
  const typed = search.text.trim().slice(0, SONG_LINE_MAX)

  useEffect(() => {
    if (!open) return undefined
    const asking = new AbortController()
    const { signal } = asking
    call(api.songs.getFavoriteSongs, { query: { artistUsername } }, { signal }).then(
      setRepertoire,
      // Without the repertoire a song can still be searched for, or typed.
      () => undefined,
    )
    return () => asking.abort()
  }, [open, artistUsername])

  const own = repertoire.filter((song) => holds(song, typed))
  const known = new Set(own.map(({ songId }) => songId))
  const songs = [...own, ...(search.found ?? []).filter(({ songId }) => !known.has(songId))]
  const add = (song: ChosenSong) => {
    onAdd(song, { forWhom: forWhom.trim(), inCash })
    search.put('')
    setForWhom('')
    setInCash(false)
    onClose()
  }

  return (
    <Sheet open={open} onClose={onClose} title="Добавить песню">
      <SearchBox label="Найти песню" value={search.text} onValue={search.setText} />
      <details className={css.note}>
        <summary className={css.summary}>Для кого, наличные</summary>
        <Field
          label="Для кого"
          placeholder="Имя или стол"
          maxLength={FOR_WHOM_MAX}
          value={forWhom}
          onChange={({ target }) => setForWhom(target.value)}
        />
        <Checkbox checked={inCash} onChange={({ target }) => setInCash(target.checked)}>
          Заплатили наличными
        </Checkbox>
        <p className="muted">Пометка для вас и для отчёта. Слушатели её не видят.</p>
      </details>
      <ul className={css.songs} aria-label="Найденные песни" aria-busy={search.pending}>
        {songs.map((song) => (
          <SongRow key={song.songId} song={song} onPress={() => add(song)} />
        ))}
      </ul>
      {typed !== '' && (
        <Button
          block
          icon={<Plus className="ico" />}
          onClick={() => add({ songId: null, title: typed, artistName: '', imageUrl: '' })}
        >
          Добавить «{typed}»
        </Button>
      )}
    </Sheet>
  )
}
