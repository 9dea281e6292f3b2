import { useState } from 'react'
import type { OwnSong } from '#contract/shapes.ts'
import { countedSongs } from '#domain/russian.ts'
import { SONG_STATES, STATE_WORDS, TAGS_MOST } from '#domain/songs/repertoire.ts'
import type { SongState } from '#domain/songs/repertoire.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FootBar } from '#web/ui/layout/foot-bar.tsx'
import { Pill } from '#web/ui/buttons/pill.tsx'
import { BackSheet } from '#web/parts/back-sheet.tsx'
import css from './repertoire.module.css'
import { partsOf } from './song-sheet.tsx'
import type { useRepertoire } from './use-repertoire.ts'

type ChosenSongsProps = {
  songs: readonly OwnSong[]
  repertoire: ReturnType<typeof useRepertoire>
  onClose: () => void
}

/** Changes the chosen songs together: sets a state, and adds tags to their own. */
export function ChosenSongs({ songs, repertoire, onClose }: ChosenSongsProps) {
  const [open, setOpen] = useState(false)
  const [state, setState] = useState<SongState | null>(null)
  const [tags, setTags] = useState('')
  const { errors, refuse, correct, formOf } = useForm()
  const words = countedSongs(songs.length)
  const save = async () => {
    const body = {
      songIds: songs.map(({ songId }) => songId),
      tags: partsOf(tags),
      ...(state !== null && { state }),
    }
    const saved = await repertoire.noteMany(body, ({ fields }) => {
      if (fields['tags'] === undefined) return undefined
      refuse({ tags: fields['tags'] })
      return 'shown'
    })
    if (saved) onClose()
  }
  return (
    <>
      <FootBar>
        <div className={css.chosen}>
          <Button variant="primary" disabled={songs.length === 0} onClick={() => setOpen(true)}>
            Изменить: {words}
          </Button>
          <Button onClick={onClose}>Отмена</Button>
        </div>
      </FootBar>
      <BackSheet open={open} onClose={() => setOpen(false)} title="О песнях" subtitle={words}>
        <form {...formOf(save)} className={css.own}>
          <fieldset className="flow">
            <legend className="sr">Для слушателей</legend>
            {SONG_STATES.map((one) => (
              <Pill
                key={one}
                text
                pressed={state === one}
                onClick={() => setState(state === one ? null : one)}
              >
                {STATE_WORDS[one]}
              </Pill>
            ))}
          </fieldset>
          <Field
            label="Добавить метки"
            name="tags"
            autoComplete="off"
            help={`Через запятую. У песни бывает до ${TAGS_MOST} меток.`}
            value={tags}
            error={errors['tags']}
            onChange={({ target }) => {
              setTags(target.value)
              correct()
            }}
          />
          <Button
            type="submit"
            variant="primary"
            disabled={state === null && partsOf(tags).length === 0}
            loading={repertoire.savingMany}
          >
            Сохранить
          </Button>
        </form>
      </BackSheet>
    </>
  )
}
