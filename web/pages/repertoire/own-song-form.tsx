import { useState } from 'react'
import { SONG_LINE_MAX } from '#domain/order.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Section } from '#web/ui/section.tsx'
import css from './repertoire.module.css'

export type OwnSongFormProps = {
  /** What was searched for. */
  title: string
  adding: boolean
  onAdd: (title: string, artistName: string) => void
}

/** A song that the catalogue lacks, by hand. */
export function OwnSongForm({ title: searched, adding, onAdd }: OwnSongFormProps) {
  const [title, setTitle] = useState(searched)
  const [artistName, setArtistName] = useState('')
  return (
    <Section title="Добавить свою">
      <form
        className={css.own}
        onSubmit={(event) => {
          event.preventDefault()
          if (!adding) onAdd(title, artistName)
        }}
      >
        <Field
          label="Название песни"
          name="title"
          autoComplete="off"
          maxLength={SONG_LINE_MAX}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <Field
          label="Исполнитель"
          name="artistName"
          autoComplete="off"
          maxLength={SONG_LINE_MAX}
          help="Можно оставить пустым, если песня ваша"
          value={artistName}
          onChange={(event) => setArtistName(event.target.value)}
        />
        <Button type="submit" variant="primary" loading={adding} disabled={title.trim() === ''}>
          Добавить
        </Button>
      </form>
    </Section>
  )
}
