import { atClockOrDay } from '#domain/russian.ts'
import type { LiveConcert } from '../lib/live/live-concert.ts'
import { useConnectionLost } from '../lib/live/live-concert.ts'
import { useMountedAt } from '../lib/value-hooks.ts'
import { useNow, useViewerZone } from '../lib/format.ts'
import { classes } from '../ui/classes.ts'
import { Lines } from '../ui/status/beat.tsx'
import css from './connection-strip.module.css'

type ConnectionStripProps = Pick<LiveConcert, 'connection' | 'receivedAt'> & {
  className?: string | undefined
}

/** Shows that the screen is no longer live, and how old its data is. */
export function ConnectionStrip({ connection, receivedAt, className }: ConnectionStripProps) {
  const shown = useConnectionLost(connection)
  const zone = useViewerZone()
  const now = useNow()
  // Before the first message of the channel the data is as old as the page.
  const cameAt = useMountedAt()
  return (
    <output className={classes(css.strip, !shown && css.quiet, className)}>
      {shown && (
        <>
          <Lines className={css.lines} />
          <span>{wordsOf(new Date(receivedAt ?? cameAt), zone, now)}</span>
        </>
      )}
    </output>
  )
}

function wordsOf(shownAt: Date, zone: string, now: Date): string {
  return `Связь прервалась, показываем то, что было ${atClockOrDay(shownAt, zone, now)}`
}
