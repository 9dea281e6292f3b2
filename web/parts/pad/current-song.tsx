import type { QueueEntry } from '#contract/shapes.ts'
import { classes } from '../../ui/classes.ts'
import { Rule } from '../../ui/rule.tsx'
import css from './current-song.module.css'

export type CurrentSongProps = {
  /** Null before the first song and after the last one. */
  song: QueueEntry | null
  label: string
  /** How many songs wait. */
  waiting: number
  /** The button that begins the next song, by its name. */
  nextName: string
  paused: boolean
  /** Flag active-session-green-current-song. */
  green: boolean
  tablet: boolean
  className?: string | undefined
}

const LONG = 36
const VERY_LONG = 72

/** The song that sounds, readable from the floor. */
export function CurrentSong(props: CurrentSongProps) {
  const { song, label, waiting, nextName, paused, green, tablet, className } = props
  const length = song?.title.length ?? LONG
  return (
    <section
      className={classes(css.song, green && css.green, tablet && css.tablet, className)}
      aria-label={label}
    >
      {!tablet && <Rule tone={green ? 'ink' : 'lamp'} className={green ? css.rule : undefined} />}
      <div className={css.in}>
        <p className={classes(css.label, paused && css.paused)}>{label}</p>
        <h2
          className={classes(
            css.title,
            length > LONG && css.long,
            length > VERY_LONG && css.veryLong,
          )}
          lang="ru"
        >
          {song?.title ?? (waiting > 0 ? 'Зал ждёт первую песню' : 'Пока тишина')}
        </h2>
        <p className={css.artist}>{song ? song.artistName : hint(waiting, nextName)}</p>
      </div>
    </section>
  )
}

function hint(waiting: number, nextName: string): string {
  return waiting > 0 ? `Нажмите «${nextName}», когда начнёте` : 'Заказы из зала появятся здесь сами'
}
