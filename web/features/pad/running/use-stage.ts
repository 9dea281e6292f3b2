import { MINUTE_MS } from '#domain/time.ts'
import { useMountedAt } from '#web/lib/value-hooks.ts'
import { useMedia } from '#web/ui/use-media.ts'
import type { StageShape } from '../stage/title-size.ts'
import { useClock } from './status-row.tsx'

/** How the pad lies: a tablet in landscape (or a larger screen) is a music stand. */
export function useStageShape(): StageShape {
  const tablet = useMedia('(min-width: 960px) and (min-height: 600px) and (orientation: landscape)')
  const side = useMedia('(orientation: landscape) and (min-width: 600px) and (max-height: 599px)')
  return tablet ? 'tablet' : side ? 'side' : 'phone'
}

/** After the artist has begun a song: it is what he looks at. */
export function showCurrentSong(): void {
  window.scrollTo({ top: 0 })
}

/** Whole minutes since the pause came to this screen. */
export function usePauseMinutes(): number {
  const since = useMountedAt()
  return Math.max(0, Math.floor((useClock(MINUTE_MS / 4) - since) / MINUTE_MS))
}
