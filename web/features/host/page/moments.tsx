import { characters } from '#domain/fields.ts'
import {
  checkMoment,
  DEDICATION_MAX,
  MOMENT_MAX,
  MOMENTS,
  MOMENTS_MOST,
} from '#domain/queue/host-songs.ts'
import { newKey } from '#web/lib/device/device-memory.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Pill } from '#web/ui/buttons/pill.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { placeOf } from './host-draft.ts'
import type { HalfMoment, MomentOfHost } from './host-draft.ts'
import type { ListProps } from './host-lists.tsx'
import { Adding, Note, ReadSong } from './host-lists.tsx'
import css from './host-page.module.css'
import { SongPicker } from './song-picker.tsx'

type MomentsProps = ListProps & {
  /** The open form; null where none is. */
  half: HalfMoment | null
  keepHalf: (half: HalfMoment | null) => void
}

/** «Моменты»: a song for a moment such as «Первый танец», and what to say with it. */
export function Moments({ half, keepHalf, ...list }: MomentsProps) {
  const { lists, artistUsername, locked, statusOf, onChange } = list
  const { moments } = lists
  const editing = moments.find(({ id }) => id === half?.id)
  const save = (one: MomentOfHost) => {
    const isNew = moments.every(({ id }) => id !== one.id)
    const changed = moments.map((before) => (before.id === one.id ? one : before))
    onChange({ moments: isNew ? [...moments, one] : changed })
    keepHalf(null)
  }
  const form = half !== null && (
    <MomentForm
      half={half}
      {...{ lists, artistUsername }}
      onChange={keepHalf}
      onSave={save}
      onCancel={() => keepHalf(null)}
    />
  )
  return (
    <Section title="Моменты" count={moments.length > 0 ? moments.length : undefined}>
      {moments.length === 0 && (
        <p className="muted">Первый танец, выход, торт: песня и слова, которые скажут со сцены.</p>
      )}
      {moments.length > 0 && (
        <ul className={css.plain} aria-label="Моменты">
          {moments.map((one) =>
            editing === one && !locked ? (
              <li key={one.id}>{form}</li>
            ) : (
              <li key={one.id} className={css.row}>
                <span className={css.song}>
                  <span className={css.moment}>{one.moment}</span>
                  <ReadSong song={one} note="" />
                  {one.words !== '' && <span className={css.words}>{one.words}</span>}
                  <Note words={statusOf(one.id)} />
                </span>
                {!locked && (
                  <span className={css.acts}>
                    <Button
                      size="s"
                      variant="text"
                      aria-label={`Изменить: ${one.moment}`}
                      onClick={() => keepHalf({ ...one, song: one })}
                    >
                      Изменить
                    </Button>
                    <Button
                      size="s"
                      variant="text"
                      aria-label={`Убрать: ${one.moment}`}
                      onClick={() => onChange({ moments: moments.filter((two) => two !== one) })}
                    >
                      Убрать
                    </Button>
                  </span>
                )}
              </li>
            ),
          )}
        </ul>
      )}
      {!locked && (
        <Adding
          adding={half !== null && editing === undefined}
          full={moments.length >= MOMENTS_MOST}
          name="Добавить момент"
          onOpen={() => keepHalf({ id: newKey(), moment: '', words: '', song: null })}
        >
          {form}
        </Adding>
      )}
    </Section>
  )
}

type MomentFormProps = Pick<ListProps, 'lists' | 'artistUsername'> & {
  half: HalfMoment
  onChange: (half: HalfMoment) => void
  onSave: (moment: MomentOfHost) => void
  onCancel: () => void
}

function MomentForm(props: MomentFormProps) {
  const { half, lists, artistUsername, onChange, onSave, onCancel } = props
  const { id, moment, words, song } = half
  const { errors, refuse, correct, save, formOf } = useForm()
  const submit = () =>
    save(async () => {
      const texts = checkMoment({ moment, words })
      if (song === null) {
        refuse({ song: 'Выберите песню для этого момента' })
        return
      }
      const { songId, title, artistName } = song
      onSave({ id, songId, title, artistName, ...texts })
    })
  return (
    <form {...formOf(submit)} className={css.form}>
      <Field
        label="Момент"
        name="moment"
        autoComplete="off"
        maxLength={MOMENT_MAX}
        value={moment}
        error={errors['moment']}
        onChange={({ target }) => {
          onChange({ ...half, moment: target.value })
          correct(['moment'])
        }}
      />
      <div className={css.pills}>
        {MOMENTS.map((one) => (
          <Pill
            key={one}
            text
            pressed={moment === one}
            onClick={() => onChange({ ...half, moment: one })}
          >
            {one}
          </Pill>
        ))}
      </div>
      {song === null ? (
        <SongPicker
          label="Песня этого момента"
          artistUsername={artistUsername}
          placeOf={(found) => placeOf(lists, found)}
          onPick={(chosen) => {
            onChange({ ...half, song: chosen })
            correct(['song'])
          }}
        />
      ) : (
        <div className={css.row}>
          <ReadSong song={song} note="" />
          <Button size="s" variant="text" onClick={() => onChange({ ...half, song: null })}>
            Другая песня
          </Button>
        </div>
      )}
      {errors['song'] !== undefined && (
        <p role="alert" className={css.wrong}>
          {errors['song']}
        </p>
      )}
      <TextArea
        label="Посвящение"
        name="words"
        rows={3}
        value={words}
        error={errors['words']}
        help="Можно не писать. Это прочтёт артист, гости не увидят."
        limit={{ length: characters(words.trim()), most: DEDICATION_MAX }}
        onChange={({ target }) => {
          onChange({ ...half, words: target.value })
          correct(['words'])
        }}
      />
      <Button type="submit" variant="primary" block>
        Записать момент
      </Button>
      <Button variant="text" block onClick={onCancel}>
        Не записывать
      </Button>
    </form>
  )
}
