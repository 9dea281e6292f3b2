import type { QueueEntry } from '#contract/shapes.ts'
import { classes } from '#web/ui/classes.ts'
import { Rule } from '#web/ui/rule.tsx'
import css from './current-song.module.css'
import { titleSize } from './title-size.ts'

export type CurrentSongProps = {
  /** Null before the first song and after the last one. */
  song: QueueEntry | null
  /** What is said above the song. */
  label: string
  /** How many songs wait. */
  waiting: number
  /** The button that begins the next song, by its name. */
  nextName: string
  /** The label says that the concert stands still. */
  paused?: boolean
  /** Flag active-session-green-current-song. */
  green: boolean
  tablet: boolean
}

/** The song that sounds, readable from the floor. */
export function CurrentSong(props: CurrentSongProps) {
  const { song, label, waiting, nextName, paused = false, green, tablet } = props
  const title = song?.title ?? (waiting > 0 ? 'Зал ждёт песню' : 'Пока тишина')
  const said = song !== null || paused
  return (
    <section
      className={classes(css.song, green && css.green, tablet && css.tablet)}
      aria-label="Текущая песня"
    >
      {!tablet && <Rule tone={green ? 'ink' : 'lamp'} />}
      <div className={css.in}>
        {said && <p className={classes(css.label, paused && css.paused)}>{label}</p>}
        <h2 className={classes(css.title, css[titleSize(title, tablet ? 'tablet' : 'phone')])}>
          {title}
        </h2>
        <p className={css.artist}>{song ? song.artistName : hint(waiting, nextName)}</p>
      </div>
    </section>
  )
}

function hint(waiting: number, nextName: string): string {
  return waiting > 0 ? `Нажмите «${nextName}», когда начнёте` : 'Заказы из зала появятся здесь сами'
}
