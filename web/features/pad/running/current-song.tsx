import type { ReactNode } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { FileText } from '#web/ui/icons/artist-icons.tsx'
import { Rule } from '#web/ui/layout/section.tsx'
import { saidOf } from '../lists/song-facts.ts'
import { titleSize } from '../stage/title-size.ts'
import type { StageShape } from '../stage/title-size.ts'
import type { OwnView } from '../use-own-queue.ts'
import css from './current-song.module.css'

type CurrentSongProps = {
  /** Null before the first song and after the last one. */
  song: QueueEntry | null
  view: OwnView | undefined
  /** The text above the song. */
  label: string
  waits: boolean
  paused: boolean
  /** Flag active-session-green-current-song. */
  green: boolean
  shape: StageShape
  onPress: (song: QueueEntry) => void
  /** Opens its text; null where it has none. */
  onText: (() => void) | null
  /** Under the song: what a pause offers. */
  children?: ReactNode
}

/** The playing song, readable from two metres. */
export function CurrentSong(props: CurrentSongProps) {
  const { song, view, label, waits, paused, green, shape, onPress, onText, children } = props
  const title = song?.title ?? (waits ? 'Зал ждёт песню' : 'Пока тишина')
  return (
    <section
      className={classes(css.current, green && css.green, paused && css.paused)}
      aria-label="Текущая песня"
    >
      <Rule tone={green || paused ? 'ink' : 'lamp'} className={css.rule} />
      <div className={css.in}>
        <p className={css.label}>
          <span>{song === null && !paused ? (waits ? 'Сейчас' : 'Зал ждёт песню') : label}</span>
          {song !== null && <span className={css.artist}>{song.artistName}</span>}
          {onText !== null && (
            <Button
              variant="text"
              aria-label="Текст песни"
              icon={<FileText />}
              className={css.text}
              onClick={onText}
            >
              Текст
            </Button>
          )}
        </p>
        <h2 className={classes(css.title, css[titleSize(title, shape)])}>
          {song === null ? (
            title
          ) : (
            <button type="button" className={css.pressed} onClick={() => onPress(song)}>
              {title}
            </button>
          )}
        </h2>
        {song !== null && <For song={song} view={view} />}
        {children}
      </div>
    </section>
  )
}

type ForProps = { song: QueueEntry; view: OwnView | undefined }

/** Whose song it is, and the words to say with it: a dedication, and for whom the artist plays his own song. */
function For({ song, view }: ForProps) {
  const said = saidOf(song, view)
  if (said === null) return null
  const { words, hidden, title, name, singers, facts, more } = said
  return (
    <div className={css.for}>
      <span aria-hidden="true" className="vrule" />
      <div>
        {singers !== null && <p className={css.said}>{singers}</p>}
        {title !== null && (
          <p className={css.said}>
            <i>Зал не видит:</i> {title}
          </p>
        )}
        {hidden && (
          <p className={css.said}>
            <i>скрыто</i>
          </p>
        )}
        {words !== null && <p className={css.said}>{words}</p>}
        <p className={css.who}>
          {name !== null && <b>{name}</b>}
          {[...(name === null ? [] : ['']), ...facts].join(' · ')}
          {more > 0 && <> и ещё {more}</>}
        </p>
      </div>
    </div>
  )
}

type BreakProps = {
  until: string
  leftWords: ReactNode
  sounded: string | null
  children: ReactNode
}

/** The same place in a break: when it ends. */
export function BreakUntil({ until, leftWords, sounded, children }: BreakProps) {
  return (
    <section aria-label={`Перерыв до ${until}`} className={classes(css.current, css.paused)}>
      <Rule tone="ink" className={css.rule} />
      <div className={css.in}>
        <p className={css.label}>
          <span>Перерыв до</span>
          {sounded !== null && <span className={css.artist}>звучала: {sounded}</span>}
        </p>
        <p className={css.until}>
          <b>{until}</b>
          <span>{leftWords}</span>
        </p>
        {children}
      </div>
    </section>
  )
}
