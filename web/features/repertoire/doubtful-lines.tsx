import { countedIn, spaced } from '#domain/russian.ts'
import type { LineMark } from '#domain/songs/sheet-rows.ts'
import type { DoubtfulLine } from '#domain/songs/song-text.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import css from './doubtful-lines.module.css'
import { useParts } from '#web/lib/use-parts.ts'

type Doubt = {
  key: string
  line: DoubtfulLine
  /** The song, where the lines are of some. */
  title?: string
  onMark: (mark: LineMark) => void
}

const MARKS = [
  ['chords', 'Аккорды'],
  ['words', 'Слова'],
] as const satisfies readonly (readonly [LineMark, string])[]

type MarkButtonProps = { pressed: boolean; label: string; onPress: () => void; children: string }

/** One of the two meanings of a line. */
function MarkButton({ pressed, label, onPress, children }: MarkButtonProps) {
  return (
    <Button
      size="s"
      variant={pressed ? 'invert' : 'line'}
      aria-pressed={pressed}
      aria-label={label}
      className={css.mark}
      onClick={onPress}
    >
      {children}
    </Button>
  )
}

/** A line with the tokens that make it doubtful marked. */
function LineText({ line: { text, unsure } }: { line: DoubtfulLine }) {
  const doubtful = new Set(unsure)
  return text.split(/(\s+)/u).map((token, at) =>
    doubtful.has(token) ? (
      // oxlint-disable-next-line no-array-index-key -- a token has no name
      <mark key={`token ${at}`} className={css.unsure}>
        {token}
      </mark>
    ) : (
      token
    ),
  )
}

type DoubtfulLinesProps = {
  doubts: readonly Doubt[]
  /** How many lines there are at all. */
  of: number
  level?: 2 | 3
}

/** The lines of which it is not sure whether they are chords, each a tap from being right. */
export function DoubtfulLines({ doubts, of, level }: DoubtfulLinesProps) {
  const parts = useParts(doubts)
  if (doubts.length === 0) return null
  const unread = doubts.filter(({ line }) => line.as === 'words' && !line.marked).length
  return (
    <Section
      title="Строки аккордов"
      count={`${spaced(doubts.length)} из ${spaced(of)}`}
      {...(level && { level })}
    >
      <p className="muted">
        {unread === 0
          ? 'Проверьте, что это аккорды: слова при смене тональности не меняются.'
          : `В ${countedIn(unread, 'строке', 'строках')} аккорды не распознаны: они останутся в старой тональности`}
      </p>
      <ul>
        {parts.shown.map(({ key, line, title, onMark }) => (
          <li key={key} className={css.row}>
            <span className={css.line}>
              <b>
                <LineText line={line} />
              </b>
              <span className={css.place}>
                {title === undefined
                  ? `Строка ${line.row + 1}`
                  : `${title}, строка ${line.row + 1}`}
              </span>
            </span>
            <span className={css.marks}>
              {MARKS.map(([mark, words]) => (
                <MarkButton
                  key={mark}
                  pressed={line.as === mark && (line.marked || mark === 'chords')}
                  label={`${words}: ${line.text}`}
                  onPress={() => onMark(mark)}
                >
                  {words}
                </MarkButton>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {parts.left > 0 && (
        <Button block onClick={parts.more}>
          Показать ещё
        </Button>
      )}
    </Section>
  )
}
