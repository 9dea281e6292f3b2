import type { QueueEntry } from '#contract/shapes.ts'
import { titleStep } from '#web/parts/title-step.ts'
import { Beat } from '#web/ui/beat.tsx'
import { classes } from '#web/ui/classes.ts'
import { Lines } from '#web/ui/lines.tsx'
import { Strings } from '#web/ui/strings.tsx'
import css from './now-playing.module.css'

export type NowPlayingProps = {
  song: QueueEntry | null
  /** Said in the place of the song while there is none. */
  silence: string
  active: boolean
  /** The channel is silent: what stands here may be over, so nothing moves. */
  stale: boolean
  /** It was ordered on this device. */
  mine: boolean
}

/** The song of this minute, under the lamp. */
export function NowPlaying({ song, silence, active, stale, mine }: NowPlayingProps) {
  return (
    <section aria-labelledby="now-playing" className={css.now}>
      <div className="wrap">
        <p
          id="now-playing"
          className={classes(css.label, !active && css.paused, stale && css.stale)}
        >
          {active && !stale && <Beat />}
          {!active && <Lines />}
          {active ? 'Сейчас играет' : 'Концерт на паузе'}
        </p>
        {song === null ? (
          <p className={classes('d-l muted', css.title)}>{silence}</p>
        ) : (
          <>
            <h2 className={classes(titleStep(song.title, 'd-xl'), css.title)}>{song.title}</h2>
            <p className="t-l muted">{song.artistName}</p>
            {mine && <p className="b now-c">Ваш заказ</p>}
          </>
        )}
      </div>
      <Strings paused={!active || stale || song === null} className={css.strings} />
    </section>
  )
}
