import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { ImportLine } from '#contract/repertoire.ts'
import type { Song } from '#contract/shapes.ts'
import type { ListedSong } from '#domain/songs/song-cells.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { ActionRow } from '#web/ui/buttons/action-row.tsx'
import { Pencil } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { notesText, wrongInSong } from '../use-repertoire.ts'
import type { PreviewLine } from './preview-lines.ts'
import { LINE_STATE_LABELS, isTakeable, isUpdatable } from './preview-lines.ts'
import css from './repertoire-import.module.css'

type LineFormProps = {
  line: ImportLine
  onCorrect: (song: { title: string; artistName: string }) => Promise<void>
  onClose: () => void
}

/** Edits a line in place. */
function LineForm({ line, onCorrect, onClose }: LineFormProps) {
  // For a line that was not understood, start with its own text.
  const [title, setTitle] = useState(line.state === 'unclear' ? line.text : line.title)
  const [artistName, setArtistName] = useState(line.artistName)
  const { box, saving, errors, refuse, save, formOf } = useForm({
    fieldsOf: (failure) => ({ title: sentenceOf(failure) }),
  })
  useEffect(() => box.current?.querySelector('input')?.focus(), [box])

  const send = async () => {
    if (refuse(wrongInSong(title, artistName))) return
    await save(async () => {
      await onCorrect({ title, artistName })
      onClose()
    })
  }

  const leave = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose()
  }

  return (
    <form {...formOf(send)} className={css.form} aria-label={`Строка ${line.number}`}>
      <p className="t-s muted">{line.text}</p>
      <Field
        label="Название песни"
        autoComplete="off"
        onKeyDown={leave}
        value={title}
        error={errors['title']}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Field
        label="Исполнитель"
        autoComplete="off"
        onKeyDown={leave}
        value={artistName}
        error={errors['artistName']}
        onChange={(event) => setArtistName(event.target.value)}
      />
      <ActionRow>
        <Button block onClick={onClose}>
          Отмена
        </Button>
        <Button block type="submit" variant="invert" loading={saving}>
          Готово
        </Button>
      </ActionRow>
    </form>
  )
}

type SimilarSongsProps = { songs: readonly Song[]; onSong: (song: Song) => void }

/** The catalogue songs that a line may mean; none is chosen without a press. */
function SimilarSongs({ songs, onSong }: SimilarSongsProps) {
  if (songs.length === 0) return null
  return (
    <div className={css.similar}>
      <span className="t-s muted">Похоже на</span>
      {songs.map((song) => {
        const name = [song.title, song.artistName].filter((part) => part !== '').join(' — ')
        return (
          <Button
            key={song.songId}
            size="s"
            className={css.near}
            aria-label={`Взять: ${name}`}
            onClick={() => onSong(song)}
          >
            {name}
          </Button>
        )
      })}
    </div>
  )
}

/** The other fields of a listed song, and those that cannot be read. */
function Listed({ song: { fields, text, wrong } }: { song: ListedSong }) {
  const { minSongAmount: ownMinimum, tags, state, key, capo, seconds, tempo, notes } = fields
  const { musicBy, wordsBy } = fields
  const shown = {
    ...(tags && { tags: [...tags] }),
    ...(ownMinimum !== undefined && { ownMinimum }),
    ...(state !== undefined && state !== 'open' && { state }),
    ...(key !== undefined && { key }),
    ...(capo !== undefined && { capo }),
    ...(seconds !== undefined && { seconds }),
  }
  const words = [
    notesText(shown),
    tempo && `${tempo} уд/мин`,
    (musicBy ?? wordsBy) && 'авторы',
    notes && 'заметка',
    text && 'текст',
  ].filter((part) => Boolean(part))
  return (
    <>
      {words.length > 0 && <span className={css.artist}>{words.join(' · ')}</span>}
      {wrong.map((sentence) => (
        <span key={sentence} className={css.wrong}>
          {sentence}
        </span>
      ))}
    </>
  )
}

type PreviewRowProps = {
  line: PreviewLine
  /** Songs of the repertoire get what is listed of them. */
  updates: boolean
  editing: boolean
  onEdit: (open: boolean) => void
  /** Reads the line again. Throws CallFailed. */
  onCorrect: (song: { title: string; artistName: string }) => Promise<void>
  onSong: (song: Song) => void
  onToggle: (on: boolean) => void
}

/** One line of the list: its meaning, whether it is selected, and its corrections. */
export function PreviewRow(props: PreviewRowProps) {
  const { line, updates, editing, onEdit, onCorrect, onSong, onToggle } = props
  const pencil = useRef<HTMLButtonElement>(null)
  const close = () => {
    onEdit(false)
    pencil.current?.focus()
  }
  const takeable = isTakeable(line) || (updates && isUpdatable(line))
  const name = line.title === '' ? line.text : line.title
  return (
    <li className={css.row}>
      <div className={css.line}>
        <Checkbox
          className={css.words}
          checked={takeable && line.on}
          disabled={!takeable}
          onChange={(event) => onToggle(event.target.checked)}
        >
          <span className={css.title}>{name}</span>
          {line.artistName !== '' && <span className={css.artist}>{line.artistName}</span>}
          <span className={css.state} data-state={line.state}>
            {LINE_STATE_LABELS[line.state].one}
            {line.why !== null && `: ${line.why}`}
          </span>
          {line.listed !== null && <Listed song={line.listed} />}
        </Checkbox>
        <IconButton
          ref={pencil}
          label={`Изменить: ${name}`}
          variant="tonal"
          aria-expanded={editing}
          onClick={() => onEdit(!editing)}
        >
          <Pencil />
        </IconButton>
      </div>
      {!editing && <SimilarSongs songs={line.similar} onSong={onSong} />}
      {editing && <LineForm line={line} onCorrect={onCorrect} onClose={close} />}
    </li>
  )
}
