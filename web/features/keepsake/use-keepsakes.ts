import { useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/calls/call.ts'
import { hasSeenOrderHint } from '#web/lib/device/device-memory.ts'
import { ownPerformances } from '#web/parts/songs/performance.ts'

type Keepsakes = AnswerOf<typeof api.songs.keepsakes>

// The two parts of one page ask once; a later one asks anew, because a concert may have ended since.
const asked = new Map<string, Promise<Keepsakes>>()

function askOnce(artistUsername: string): Promise<Keepsakes> {
  const before = asked.get(artistUsername)
  if (before !== undefined) return before
  const answer = call(api.songs.keepsakes, { query: { artistUsername } })
    .catch(() => [])
    .finally(() => asked.delete(artistUsername))
  asked.set(artistUsername, answer)
  return answer
}

/** This device's pages about the last concerts of the artist; a device that never ordered asks nothing. */
export function useKeepsakes(artistUsername: string): Keepsakes {
  const [found, setFound] = useState<Keepsakes>([])
  useEffect(() => {
    let left = false
    if (hasSeenOrderHint())
      void askOnce(artistUsername).then((keepsakes) => !left && setFound(keepsakes))
    return () => {
      left = true
    }
  }, [artistUsername])
  return found
}

export function useKeepsake(artistUsername: string, sessionId: string) {
  const all = useKeepsakes(artistUsername)
  return all.find((one) => one.sessionId === sessionId) ?? null
}

const NONE: ReadonlySet<string> = new Set()

/** The performances that this device ordered in a concert that is over. */
export function useOwnSongs(artistUsername: string, sessionId: string): ReadonlySet<string> {
  const key = useKeepsake(artistUsername, sessionId)?.key
  const [own, setOwn] = useState(NONE)
  useEffect(() => {
    let left = false
    if (key !== undefined)
      void call(api.songs.keepsake, { query: { sessionId, key } }).then(
        ({ orders }) => !left && setOwn(ownPerformances(orders)),
        () => undefined,
      )
    return () => {
      left = true
    }
  }, [sessionId, key])
  return own
}
