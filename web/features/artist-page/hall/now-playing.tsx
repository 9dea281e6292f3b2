import { useSyncExternalStore } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { QueueEntry } from '#contract/shapes.ts'
import { tableIn } from '#web/features/ordering/index.ts'
import { readTable, watchStored } from '#web/lib/device/device-memory.ts'
import { classes } from '#web/ui/classes.ts'
import { Beat, Lines } from '#web/ui/status/beat.tsx'
import { Strings } from '#web/ui/status/strings.tsx'
import { WholeWords } from '#web/ui/whole-words.tsx'
import css from './hall.module.css'

type NowPlayingProps = {
  song: QueueEntry | null
  /** Shown in place of the song while there is none. */
  silence: string
  active: boolean
  /** The label while the concert is paused. */
  paused: string
  /** The channel is disconnected: the shown state may be outdated, so nothing is animated. */
  stale: boolean
  /** It was ordered on this device. */
  mine: boolean
}

/** The longer the title, the smaller, so that it neither fills the screen nor breaks its words. */
function stepOf(title: string): string | undefined {
  const word = Math.max(...title.split(/[\s-]+/u).map((part) => part.length))
  if (title.length > 32 || word > 13) return css.long
  return title.length > 18 || word > 11 ? css.middle : undefined
}

/** The song that is playing now. */
export function NowPlaying({ song, silence, active, paused, stale, mine }: NowPlayingProps) {
  const { artistUsername = '' } = useParams()
  const [search] = useSearchParams()
  const { table } = tableIn(
    useSyncExternalStore(
      watchStored,
      () => readTable(artistUsername),
      () => search.get('t'),
    ),
  )
  const label = song === null ? 'Пока тишина' : mine ? 'Сейчас играет ваша' : 'Сейчас играет'
  return (
    <section aria-labelledby="now-playing" className={css.now}>
      <div className="wrap">
        <p
          id="now-playing"
          className={classes(
            css.label,
            !active && css.paused,
            (stale || (active && song === null)) && css.stale,
          )}
        >
          {active && !stale && song !== null && <Beat />}
          {!active && <Lines />}
          {active ? label : paused}
          {table && <span className={css.table}>Стол {table}</span>}
        </p>
        {song === null ? (
          <h1 className={classes(css.title, css.middle, 'muted')}>{silence}</h1>
        ) : (
          <>
            <h1 className={classes(css.title, stepOf(song.title))}>
              <WholeWords>{song.title}</WholeWords>
            </h1>
            <p className={css.artist}>{song.artistName}</p>
          </>
        )}
      </div>
      <Strings paused={!active || stale || song === null} className={css.strings} />
    </section>
  )
}
