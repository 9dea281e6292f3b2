import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import type { ConcertStatus } from '#domain/concert.ts'
import type { LiveConcert } from '#web/lib/live-concert.ts'

/** Brings the page up to a concert that started or ended since it came. */
export function useSongsTurns(known: ConcertStatus, { session, heardAt }: LiveConcert): void {
  const { revalidate, state } = useRevalidator()
  const said = session?.sessionStatus
  const turn = useEffectEvent(() => {
    if (state === 'idle') void revalidate()
  })
  // Every word of the server is a new chance: the page may not have reached it at the turn itself.
  useEffect(() => {
    if (heardAt !== null && said !== undefined && said !== known) turn()
  }, [said, known, heardAt])
}
