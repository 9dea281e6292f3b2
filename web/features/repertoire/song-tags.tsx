import { useState } from 'react'
import type { Song } from '#contract/shapes.ts'
import { checkMinimum } from '#domain/payments/payment-settings.ts'
import { checkTags, TAGS_MOST, tagsOf } from '#domain/songs/repertoire.ts'
import { Refusal } from '#domain/refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import css from './repertoire.module.css'
import type { useRepertoire } from './use-repertoire.ts'

const KNOWN_SHOWN = 20

const partsOf = (typed: string) =>
  typed
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

type SongTagsProps = {
  song: Song
  repertoire: ReturnType<typeof useRepertoire>
  onClose: () => void
}

/** What the artist sorts a song by; listeners choose by the same. */
export function SongTagsSheet({ song, repertoire, onClose }: SongTagsProps) {
  const [typed, setTyped] = useState(song.tags?.join(', ') ?? '')
  const [rubles, setRubles] = useState(String(song.ownMinimum ?? ''))
  const [wrong, setWrong] = useState<{ tags?: string; minSongAmount?: string }>({})
  const chosen = partsOf(typed)
  const known = tagsOf(repertoire.songs.map(({ tags = [] }) => ({ tags }))).slice(0, KNOWN_SHOWN)

  const save = async () => {
    try {
      const tags = checkTags(chosen)
      const minSongAmount = rubles === '' ? null : checkMinimum(Number(rubles))
      const saved = await repertoire.tag(song, { tags, minSongAmount }, (failure) => {
        const { tags: ofTags, minSongAmount: ofSum } = failure.fields
        if (ofTags === undefined && ofSum === undefined) return undefined
        setWrong({ ...(ofTags && { tags: ofTags }), ...(ofSum && { minSongAmount: ofSum }) })
        return 'told'
      })
      if (saved) onClose()
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      setWrong(refusal.fields ?? {})
    }
  }
  return (
    <Sheet open onClose={onClose} title="Метки и цена" subtitle={song.title}>
      <form
        className={css.own}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field
          label="Метки через запятую"
          name="tags"
          autoComplete="off"
          help={`До ${TAGS_MOST}: например, рок, медляки, для мам. По ним слушатели выбирают песни.`}
          value={typed}
          error={wrong.tags}
          onChange={(event) => {
            setTyped(event.target.value)
            setWrong({})
          }}
        />
        {known.length > 0 && (
          <div className={css.ways}>
            {known.map((tag) => (
              <Pill
                key={tag}
                text
                pressed={chosen.includes(tag)}
                onClick={() =>
                  setTyped(
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
        <Field
          label="Минимум за песню, ₽"
          name="minSongAmount"
          inputMode="numeric"
          autoComplete="off"
          help="Пустое поле: как у метки или концерта. Действует, когда заказы платные."
          value={rubles}
          error={wrong.minSongAmount}
          onChange={(event) => {
            setRubles(event.target.value.replaceAll(/\D/gu, '').slice(0, 6))
            setWrong({})
          }}
        />
        <Button type="submit" variant="primary" loading={repertoire.isPending(song)}>
          Сохранить
        </Button>
      </form>
    </Sheet>
  )
}
