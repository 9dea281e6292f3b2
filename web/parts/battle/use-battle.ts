import { useEffect, useState } from 'react'
import type { LiveBattle } from '#contract/battles.ts'
import { isBattleShown, RESULT_SHOWN_MS, secondsLeft } from '#domain/queue/battle.ts'
import { serverNow } from '#web/lib/calls/call.ts'

const LOOK_MS = 200

/** Whole seconds until the end of a battle, by the server's clock. */
export function useSecondsLeft(endsAt: string): number {
  const [, setShown] = useState(0)
  useEffect(() => {
    const look = () => setShown(secondsLeft(endsAt, serverNow()))
    const timer = setInterval(look, LOOK_MS)
    // Phones stop the timers of a hidden page.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [endsAt])
  return secondsLeft(endsAt, serverNow())
}

/** The battle while it runs and a minute longer: the channel does not say when its result is old. */
export function useShownBattle(battle: LiveBattle | undefined): LiveBattle | null {
  const [over, setOver] = useState<string | null>(null)
  const id = battle?.id
  const endedAt = battle?.ended?.at
  useEffect(() => {
    if (id === undefined || endedAt === undefined) return undefined
    const left = Date.parse(endedAt) + RESULT_SHOWN_MS - serverNow()
    const timer = setTimeout(() => setOver(id), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [id, endedAt])
  if (battle === undefined || over === battle.id) return null
  return isBattleShown(battle.ended, serverNow()) ? battle : null
}
