import type { SheetLine } from '#domain/songs/song-text.ts'
import { underEachChord } from '#domain/songs/played-sheet.ts'
import { UNMOVED } from '#domain/songs/written-sheets.ts'
import { classes } from '#web/ui/classes.ts'
import css from './sheet-lines.module.css'

type SheetLinesProps = {
  lines: readonly SheetLine[]
  /** Marks the lines that may have chords that are not transposed. */
  unread?: boolean
}

/** Lyrics with the chords over them. */
export function SheetLines({ lines, unread = false }: SheetLinesProps) {
  return lines.map((line, place) => {
    // A line has no id: its key is its place.
    const key = `line ${place}`
    if (line.kind === 'gap') return <div key={key} className={css.gap} />
    if (line.kind === 'note')
      return (
        <p key={key} className={css.note}>
          {line.text}
        </p>
      )
    if (line.kind === 'columns' || line.kind === 'grid')
      return (
        <p key={key} className={css.columns}>
          {line.text}
        </p>
      )
    const isUnread = unread && line.unread === true
    const look = classes(css.line, line.chorus && css.chorus, isUnread && css.unread)
    const warning = isUnread && (
      <span className={css.warning}>
        <span className="sr">Строка осталась в старой тональности: </span>
        {UNMOVED}
      </span>
    )
    if (line.kind === 'chords')
      return (
        <p key={key} className={classes(look, css.alone)}>
          {line.pieces.map(({ text, chord }, at) => (
            // oxlint-disable-next-line no-array-index-key -- a piece has no name
            <span key={`piece ${at}`} className={chord ? css.sounds : css.beside}>
              {text}
            </span>
          ))}
          {warning}
        </p>
      )
    const over = line.parts.some(({ chord }) => chord !== '')
    return (
      <p key={key} className={look}>
        {underEachChord(line.parts).map((words, piece) => (
          // oxlint-disable-next-line no-array-index-key -- what stands under a chord has no name
          <span key={`piece ${piece}`} className={css.word}>
            {words.map((parts, word) => (
              // oxlint-disable-next-line no-array-index-key -- nor has a word
              <span key={`word ${word}`} className={css.word}>
                {parts.map(({ chord, words: sung, beside }, at) => (
                  // oxlint-disable-next-line no-array-index-key -- nor has its part
                  <span key={`part ${at}`} className={css.word}>
                    {over && <b className={classes(css.chord, beside && css.beside)}>{chord}</b>}
                    {sung}
                  </span>
                ))}
              </span>
            ))}
          </span>
        ))}
        {warning}
      </p>
    )
  })
}
