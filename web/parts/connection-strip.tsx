import { useEffect, useState } from 'react'
import { clockTime } from '#domain/russian.ts'
import type { LiveConcert } from '../lib/live-concert.ts'
import { useViewerZone } from '../lib/use-viewer-zone.ts'
import { classes } from '../ui/classes.ts'
import { Lines } from '../ui/lines.tsx'
import css from './connection-strip.module.css'

/** A connection that comes back sooner than this was hardly lost. */
const HARDLY_LOST_MS = 2000

export type ConnectionStripProps = Pick<LiveConcert, 'connection' | 'heardAt'> & {
  className?: string | undefined
}

/** Owns up that what is on the screen is no longer live, and says how old it is. */
export function ConnectionStrip({ connection, heardAt, className }: ConnectionStripProps) {
  const lost = connection === 'lost'
  const [told, setTold] = useState(false)
  const zone = useViewerZone('Europe/Moscow')

  useEffect(() => {
    if (!lost) return undefined
    const timer = setTimeout(() => setTold(true), HARDLY_LOST_MS)
    return () => {
      clearTimeout(timer)
      setTold(false)
    }
  }, [lost])

  return (
    <output className={classes(css.strip, !told && css.quiet, className)}>
      {told && (
        <>
          <Lines className={css.lines} />
          <span>{wordsOf(heardAt, zone)}</span>
        </>
      )}
    </output>
  )
}

function wordsOf(heardAt: number | null, zone: string): string {
  if (heardAt === null) return 'Связь прервалась, показываем то, что было при загрузке'
  return `Связь прервалась, показываем то, что было в ${clockTime(new Date(heardAt), zone)}`
}
