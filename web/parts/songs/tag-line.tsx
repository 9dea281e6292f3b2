import { Pill } from '#web/ui/buttons/pill.tsx'
import css from './tag-line.module.css'

type TagLineProps = {
  tags: readonly { tag: string; songs: number }[]
  /** How many songs each has is shown. */
  counts?: boolean
  /** Null: all songs. */
  value: string | null
  onValue: (tag: string | null) => void
}

/** The tags of a repertoire in one line that scrolls sideways; a press leaves the songs of one. */
export function TagLine({ tags, counts = false, value, onValue }: TagLineProps) {
  if (tags.length === 0) return null
  return (
    <fieldset aria-label="Метки" className={css.line}>
      <Pill text pressed={value === null} className={css.tag} onClick={() => onValue(null)}>
        Все
      </Pill>
      {tags.map(({ tag, songs }) => (
        <Pill
          key={tag}
          text
          pressed={value === tag}
          className={css.tag}
          onClick={() => onValue(value === tag ? null : tag)}
        >
          {counts ? `${tag} ${songs}` : tag}
        </Pill>
      ))}
    </fieldset>
  )
}
