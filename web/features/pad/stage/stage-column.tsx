import type { PadText } from '#contract/song-texts.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import { firstWords, playedSheet } from '#domain/songs/played-sheet.ts'
import { readSheet, TRANSPOSE_MOST } from '#domain/songs/song-text.ts'
import { SheetLines } from '#web/parts/songs/sheet-lines.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Maximize2 } from '#web/ui/icons/artist-icons.tsx'
import css from './stage-column.module.css'

export type StageColumnProps = {
  now: QueueEntry
  text: PadText
  next: QueueEntry | null
  /** The text of the next song; null where it has none. */
  nextText: PadText | null
  onShift: (by: number) => void
  onWhole: () => void
}

/** The text of what sounds beside the lists of a desk, and the first line of what comes next. */
export function StageColumn({ now, text, next, nextText, onShift, onWhole }: StageColumnProps) {
  const sheet = readSheet(text.text)
  const { key, capo, lines, isMoved } = playedSheet(sheet, text)
  const tempo = text.tempo ?? sheet.tempo
  const nextSheet = nextText && readSheet(nextText.text)
  const nextKey = nextSheet && nextText && playedSheet(nextSheet, nextText).key
  const shifts = [
    ['Ниже на полтона', '♭', -1],
    ['Выше на полтона', '♯', 1],
  ] as const
  return (
    <div className={css.column}>
      <div className={css.head}>
        <p className={css.key}>
          <b>{key?.words}</b>
          {[
            capo > 0 && key !== null ? `капо ${capo}, играем ${key.played}` : 'без капо',
            ...(tempo === null ? [] : [`${tempo} BPM`]),
          ].join(' · ')}
        </p>
        {shifts.map(([label, sign, by]) => (
          <IconButton
            key={sign}
            label={label}
            variant="tonal"
            size="l"
            className={css.sign}
            disabled={Math.abs(text.transpose + by) > TRANSPOSE_MOST}
            onClick={() => onShift(text.transpose + by)}
          >
            {sign}
          </IconButton>
        ))}
        <IconButton label="Текст во весь экран" variant="tonal" size="l" onClick={onWhole}>
          <Maximize2 />
        </IconButton>
      </div>
      <section
        key={now.id}
        aria-label={`Текст: ${now.title}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
        tabIndex={0}
        data-pages
        className={css.text}
      >
        <SheetLines lines={lines} unread={isMoved} />
      </section>
      {next !== null && (
        <div className={css.next}>
          <p className={css.lead}>
            {[`Дальше: ${next.title}`, ...(nextKey ? [nextKey.words] : [])].join(', ')}
          </p>
          {nextSheet && <p className={css.first}>{firstWords(nextSheet)}</p>}
        </div>
      )}
    </div>
  )
}
