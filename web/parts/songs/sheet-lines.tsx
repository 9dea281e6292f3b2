import type { SheetLine } from '#domain/songs/song-text.ts'
import { wholeWords } from '#domain/songs/song-text.ts'
import { classes } from '#web/ui/classes.ts'
import css from './sheet-lines.module.css'

/** Lyrics with the chords over them. */
export function SheetLines({ lines }: { lines: readonly SheetLine[] }) {
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
    if (line.kind === 'columns')
      return (
        <p key={key} className={css.columns}>
          {line.text}
        </p>
      )
    const over = line.parts.some(({ chord }) => chord !== '')
    return (
      <p key={key} className={classes(css.line, line.chorus && css.chorus)}>
        {wholeWords(line.parts).map((parts, word) => (
          // oxlint-disable-next-line no-array-index-key -- a word has no name either
          <span key={`word ${word}`} className={css.word}>
            {parts.map(({ chord, words }, at) => (
              // oxlint-disable-next-line no-array-index-key -- nor has its part
              <span key={`part ${at}`} className={css.word}>
                {over && <b className={css.chord}>{chord}</b>}
                {words}
              </span>
            ))}
          </span>
        ))}
      </p>
    )
  })
}
