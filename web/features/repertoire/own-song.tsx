import { useState } from 'react'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { BackSheet } from '#web/parts/back-sheet.tsx'
import { useForm } from '#web/lib/use-saving.ts'
import css from './repertoire.module.css'
import type { useRepertoire } from './use-repertoire.ts'
import { wrongInSong } from './use-repertoire.ts'

type OwnSongFormProps = {
  /** The search text. */
  title: string
  repertoire: ReturnType<typeof useRepertoire>
  onAdded: () => void
}

/** Adds a song that is not in the catalogue, by hand. */
export function OwnSongForm({ title: searched, repertoire, onAdded }: OwnSongFormProps) {
  const [title, setTitle] = useState(searched)
  const [artistName, setArtistName] = useState('')
  const { errors, refuse, formOf } = useForm()
  const song = { songId: null, title, artistName, imageUrl: '' }

  const add = async () => {
    if (refuse(wrongInSong(title, artistName))) return
    if (await repertoire.add(song)) onAdded()
  }

  return (
    <form {...formOf(add)} className={css.own}>
      <Field
        label="Название песни"
        name="title"
        autoComplete="off"
        value={title}
        error={errors['title']}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Field
        label="Исполнитель"
        name="artistName"
        autoComplete="off"
        help="Можно оставить пустым, если песня ваша"
        value={artistName}
        error={errors['artistName']}
        onChange={(event) => setArtistName(event.target.value)}
      />
      <Button type="submit" variant="primary" loading={repertoire.isPending(song)}>
        Добавить
      </Button>
    </form>
  )
}

type OwnSongSheetProps = {
  open: boolean
  onClose: () => void
  /** The search text that found nothing. */
  title: string
  repertoire: ReturnType<typeof useRepertoire>
  onAdded: () => void
}

/** The same form in a sheet over the list. */
export function OwnSongSheet({ open, onClose, title, repertoire, onAdded }: OwnSongSheetProps) {
  return (
    <BackSheet
      open={open}
      onClose={onClose}
      title="Своя песня"
      subtitle="Если такая уже есть в каталоге, добавим её."
    >
      {open && <OwnSongForm title={title} repertoire={repertoire} onAdded={onAdded} />}
    </BackSheet>
  )
}
