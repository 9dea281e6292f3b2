import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import { BARRED_SONGS_MOST } from '#domain/queue/barred-songs.ts'
import { SONG_LINE_MAX } from '#domain/queue/order.ts'
import { keyOf } from '#web/parts/songs/named-songs.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import css from './barred-songs.module.css'

/** `songId: null` until the server has stored what was typed. */
export type SongToBar = NonNullable<BodyOf<typeof api.artist.changeRules>['barredSongs']>[number]

type BarredSongsProps = {
  songs: readonly SongToBar[]
  /** What is offered while the artist types. */
  repertoire: readonly { songId: string; title: string; artistName: string }[]
  disabled?: boolean
  /** What it stands in says already what it is. */
  titled?: boolean
  /** What is typed stays where it resolves to false: nothing was saved. */
  onChange: (songs: readonly SongToBar[]) => void | Promise<boolean>
}

const OFFERED_MOST = 5

/** «Не играть»: the songs closed for this evening alone, from the repertoire or typed. */
export function BarredSongs(props: BarredSongsProps) {
  const { songs, repertoire, disabled = false, titled = false, onChange } = props
  const titleId = useId()
  const [title, setTitle] = useState('')
  const [artistName, setArtistName] = useState('')
  const barred = new Set(songs.map(keyOf))
  const typed = title.trim()
  const offered =
    typed === ''
      ? []
      : repertoire
          .filter(
            (song) =>
              !barred.has(keyOf(song)) &&
              `${song.title} ${song.artistName}`.toLowerCase().includes(typed.toLowerCase()),
          )
          .slice(0, OFFERED_MOST)
  const full = songs.length >= BARRED_SONGS_MOST
  const bar = async (song: SongToBar) => {
    if (!barred.has(keyOf(song)) && (await onChange([...songs, song])) === false) return
    setTitle('')
    setArtistName('')
  }
  const barTyped = () => {
    if (typed !== '') void bar({ songId: null, title: typed, artistName: artistName.trim() })
  }
  const byEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The rules around it are saved by their own button.
    event.preventDefault()
    if (!full) barTyped()
  }
  return (
    <fieldset aria-labelledby={titleId} className={css.barred} disabled={disabled}>
      <p id={titleId} className={titled ? 'sr' : css.legend}>
        Не играть сегодня{songs.length > 0 && `: ${songs.length}`}
      </p>
      <p className="muted">
        Слушатели найдут такую песню и прочтут «сегодня не играем». Что уже ждёт, остаётся.
      </p>
      {songs.length > 0 && (
        <ul aria-label="Сегодня не играем" className={css.songs}>
          {songs.map((song) => (
            <li key={keyOf(song)} className={css.song}>
              <span className={css.name}>
                {song.title}
                {song.artistName !== '' && <span className="muted">, {song.artistName}</span>}
              </span>
              <Button
                size="s"
                variant="text"
                aria-label={`Снова играть: ${song.title}`}
                onClick={() => void onChange(songs.filter((one) => one !== song))}
              >
                Снова играть
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Field
        label="Какую песню не играть"
        autoComplete="off"
        maxLength={SONG_LINE_MAX}
        value={title}
        help={full ? `Больше ${BARRED_SONGS_MOST} песен не закрыть` : undefined}
        onChange={({ target }) => setTitle(target.value)}
        onKeyDown={byEnter}
      />
      {offered.length > 0 && (
        <ul aria-label="Из репертуара" className={css.songs}>
          {offered.map(({ songId, ...song }) => (
            <li key={songId}>
              <Button
                block
                disabled={full}
                onClick={() => void bar({ songId, title: song.title, artistName: song.artistName })}
              >
                {[song.title, song.artistName].filter(Boolean).join(', ')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {typed !== '' && (
        <>
          <Field
            label="Исполнитель"
            autoComplete="off"
            maxLength={SONG_LINE_MAX}
            value={artistName}
            onChange={({ target }) => setArtistName(target.value)}
            onKeyDown={byEnter}
          />
          <Button block variant="invert" disabled={full} onClick={barTyped}>
            Не играть «{typed}»
          </Button>
        </>
      )}
    </fieldset>
  )
}
