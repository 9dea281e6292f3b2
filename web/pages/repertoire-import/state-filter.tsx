import type { LineState } from '#domain/song-import.ts'
import { LINE_STATES } from '#domain/song-import.ts'
import { Pill } from '#web/ui/pill.tsx'
import { countStates } from './preview-lines.ts'
import type { PreviewLine } from './preview-lines.ts'
import { STATE_WORDS } from './state-words.ts'
import css from './repertoire-import.module.css'

export type StateFilterProps = {
  lines: readonly PreviewLine[]
  /** Null: all of them. */
  shown: LineState | null
  onShow: (state: LineState | null) => void
}

/** How many lines are in each state; a press shows these alone. */
export function StateFilter({ lines, shown, onShow }: StateFilterProps) {
  const counts = countStates(lines)
  return (
    <fieldset className={css.filter} aria-label="Какие строки показать">
      <Pill text pressed={shown === null} onClick={() => onShow(null)}>
        {`Все: ${lines.length}`}
      </Pill>
      {LINE_STATES.filter((state) => counts[state] > 0 || state === shown).map((state) => (
        <Pill key={state} text pressed={shown === state} onClick={() => onShow(state)}>
          {`${STATE_WORDS[state].many}: ${counts[state]}`}
        </Pill>
      ))}
    </fieldset>
  )
}
