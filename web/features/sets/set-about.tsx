import { useState } from 'react'
import type { SongSet } from '#domain/songs/song-set.ts'
import { checkSet, SET_TITLE_MAX } from '#domain/songs/song-set.ts'
import { readWhole } from '#web/ui/fields/typed-number.ts'
import { fieldErrors } from '#web/lib/calls/call-failed.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { WHOLE, WholeField } from '#web/ui/fields/whole-field.tsx'
import { BackSheet } from '#web/parts/back-sheet.tsx'

type About = Pick<SongSet, 'title' | 'targetMinutes'>

type SetAboutProps = { about: About; onDone: (about: About) => void; onClose: () => void }

/** The name of the set, and how long its music is meant to be. */
export function SetAbout({ about, onDone, onClose }: SetAboutProps) {
  const [title, setTitle] = useState(about.title)
  const [target, setTarget] = useState(String(about.targetMinutes ?? ''))
  const { errors, correct, refuse, formOf } = useForm()
  const done = () => {
    const typed = { title, targetMinutes: readWhole(target) }
    if (refuse(fieldErrors(() => checkSet({ ...typed, items: [] })))) return
    onDone(typed)
    onClose()
  }
  return (
    <BackSheet open onClose={onClose} title="Название и цель">
      <form {...formOf(done)} className="stack">
        <Field
          label="Название"
          name="title"
          autoComplete="off"
          maxLength={SET_TITLE_MAX}
          value={title}
          error={errors['title']}
          onChange={(event) => {
            setTitle(event.target.value)
            correct()
          }}
        />
        <WholeField
          label="Сколько минут музыки"
          name="targetMinutes"
          fraction={WHOLE}
          placeholder="Не важно"
          value={target}
          error={errors['targetMinutes']}
          onValue={(text) => {
            setTarget(text)
            correct()
          }}
        />
        <Button type="submit" variant="primary" block>
          Готово
        </Button>
      </form>
    </BackSheet>
  )
}
