import { useState } from 'react'
import type { ChangeEvent } from 'react'
import type { OwnSong } from '#contract/shapes.ts'
import { checkSuggestion } from '#domain/queue/order.ts'
import { checkMinimum } from '#domain/payments/payment-settings.ts'
import type { SongState } from '#domain/songs/repertoire.ts'
import { checkTags, SONG_STATES, STATE_WORDS, TAGS_MOST, tagsOf } from '#domain/songs/repertoire.ts'
import { checkAbout, lengthWords, NOTES_MAX, readLength } from '#domain/songs/song-about.ts'
import { checkTogether } from '#domain/fields.ts'
import { readWhole } from '#web/ui/fields/typed-number.ts'
import { FileText, Trash2 } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { WHOLE, WholeField } from '#web/ui/fields/whole-field.tsx'
import { Pill } from '#web/ui/buttons/pill.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { changedFields } from '#web/lib/changed-fields.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { TypingSheet } from '#web/parts/leave-guard.tsx'
import css from './repertoire.module.css'
import { SongTextSheet } from './song-text.tsx'
import type { useRepertoire } from './use-repertoire.ts'

const KNOWN_SHOWN = 20

export const partsOf = (typed: string) =>
  typed
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

const STATE_MEANS: Readonly<Record<SongState, string>> = {
  open: 'Слушатели находят и заказывают её',
  learning: 'Слушатели просят её («Хочу услышать»), заказать пока нельзя',
  closed: 'Слушатели её не находят',
}

type Typed = {
  readonly [
    Name in
      | 'title'
      | 'artistName'
      | 'tags'
      | 'minSongAmount'
      | 'key'
      | 'capo'
      | 'tempo'
      | 'seconds'
      | 'notes'
      | 'musicBy'
      | 'wordsBy'
  ]: string
}

/** The typed values in the form of the API. Refuses VALIDATION at every invalid field. */
function checked(typed: Typed) {
  const { title, artistName, tags, minSongAmount, key, capo, tempo, seconds, ...texts } = typed
  const about = {
    key,
    capo: readWhole(capo),
    tempo: readWhole(tempo),
    seconds: readLength(seconds),
    ...texts,
  }
  const minimum = readWhole(minSongAmount)
  const {
    name,
    about: known,
    ...others
  } = checkTogether({
    name: () => checkSuggestion(title, artistName),
    tags: () => checkTags(partsOf(tags)),
    minSongAmount: () => (minimum === null ? null : checkMinimum(minimum)),
    about: () => checkAbout(about),
  })
  return { ...name, ...others, ...known }
}

type SongSheetProps = {
  song: OwnSong
  repertoire: ReturnType<typeof useRepertoire>
  onClose: () => void
}

/** The artist's tags, price and own notes of a song. */
export function SongSheet({ song, repertoire, onClose }: SongSheetProps) {
  const [given] = useState<Typed>(() => ({
    title: song.title,
    artistName: song.artistName,
    tags: song.tags?.join(', ') ?? '',
    minSongAmount: String(song.ownMinimum ?? ''),
    key: song.key ?? '',
    capo: String(song.capo ?? ''),
    tempo: String(song.tempo ?? ''),
    seconds: song.seconds === undefined ? '' : lengthWords(song.seconds),
    notes: song.notes ?? '',
    musicBy: song.musicBy ?? '',
    wordsBy: song.wordsBy ?? '',
  }))
  const [typed, setTyped] = useState(given)
  const [givenState] = useState(song.state ?? 'open')
  const [state, setState] = useState(givenState)
  const [texting, setTexting] = useState(false)
  const saving = useForm()
  const chosen = partsOf(typed.tags)
  const known = tagsOf(repertoire.songs.map(({ tags = [] }) => ({ tags }))).slice(0, KNOWN_SHOWN)

  const change = (name: keyof Typed, value: string) => {
    setTyped({ ...typed, [name]: value })
    saving.correct()
  }
  const field = (name: keyof Typed) => ({
    name,
    autoComplete: 'off',
    value: typed[name],
    error: saving.errors[name],
  })
  const line = (name: keyof Typed) => ({
    ...field(name),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change(name, target.value),
  })
  const whole = (name: keyof Typed) => ({
    ...field(name),
    onValue: (value: string) => change(name, value),
  })
  const save = () =>
    saving.save(async () => {
      const notes = {
        ...changedFields(checked(typed), given, typed),
        ...(state !== givenState && { state }),
      }
      const saved = await repertoire.note(song, notes, ({ fields }) => {
        if (!Object.keys(fields).some((name) => name in typed)) return undefined
        saving.refuse(fields)
        return 'shown'
      })
      if (saved) onClose()
    })
  const remove = async () => {
    if (await repertoire.remove(song)) onClose()
  }
  if (texting)
    return (
      <SongTextSheet
        song={song}
        onSaved={(text) => repertoire.texted(song.songId, text)}
        onClose={() => setTexting(false)}
      />
    )
  return (
    <TypingSheet
      changed={JSON.stringify([typed, state]) !== JSON.stringify([given, givenState])}
      lost={<p>Изменения ещё не сохранены.</p>}
      onClose={onClose}
      title="О песне"
      subtitle={song.title}
    >
      <form {...saving.formOf(save)} className={css.own}>
        <div className={css.own}>
          <fieldset className="flow">
            <legend className="sr">Для слушателей</legend>
            {SONG_STATES.map((one) => (
              <Pill key={one} text pressed={state === one} onClick={() => setState(one)}>
                {STATE_WORDS[one]}
              </Pill>
            ))}
          </fieldset>
          <p className="muted">{STATE_MEANS[state]}</p>
        </div>
        <Field label="Название песни" {...line('title')} />
        <Field label="Исполнитель" {...line('artistName')} />
        <Field
          label="Метки через запятую"
          help={`До ${TAGS_MOST}: например, рок, медляки, для мам. По ним слушатели выбирают песни.`}
          {...line('tags')}
        />
        {known.length > 0 && (
          <div className="flow">
            {known.map((tag) => (
              <Pill
                key={tag}
                text
                pressed={chosen.includes(tag)}
                onClick={() =>
                  change(
                    'tags',
                    (chosen.includes(tag)
                      ? chosen.filter((one) => one !== tag)
                      : [...chosen, tag]
                    ).join(', '),
                  )
                }
              >
                {tag}
              </Pill>
            ))}
          </div>
        )}
        <WholeField
          label="Минимум за песню, ₽"
          help="Пустое поле: как у метки или концерта. Действует, когда заказы платные."
          {...whole('minSongAmount')}
        />
        <p className="muted">Остальное видите только вы</p>
        <Button icon={<FileText />} onClick={() => setTexting(true)}>
          Текст и аккорды
        </Button>
        <div className={css.pairs}>
          <Field label="Тональность" placeholder="Am" {...line('key')} />
          <WholeField label="Каподастр, лад" fraction={WHOLE} {...whole('capo')} />
          <WholeField label="Темп, уд/мин" fraction={WHOLE} {...whole('tempo')} />
          <Field label="Длительность" placeholder="3:45" {...line('seconds')} />
        </div>
        <Field
          label="Автор музыки"
          help="Авторы нужны для списка исполненных произведений."
          {...line('musicBy')}
        />
        <Field label="Автор слов" {...line('wordsBy')} />
        <TextArea
          label="Заметки"
          name="notes"
          rows={3}
          limit={{ length: Array.from(typed.notes).length, most: NOTES_MAX }}
          value={typed.notes}
          error={saving.errors['notes']}
          onChange={({ target }) => change('notes', target.value)}
        />
        <Button type="submit" variant="primary" loading={repertoire.isPending(song)}>
          Сохранить
        </Button>
        <Button
          icon={<Trash2 />}
          loading={repertoire.isPending(song)}
          onClick={() => void remove()}
        >
          Убрать из репертуара
        </Button>
      </form>
    </TypingSheet>
  )
}
