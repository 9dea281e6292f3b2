import { useEffect, useState, useSyncExternalStore } from 'react'
import { LIVE_PATH } from '#contract/path.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import { readPass, storePass, watchStored } from './device-memory.ts'
import type { LiveState } from './live-channel.ts'
import { openLiveChannel } from './live-channel.ts'
import { readToken } from './token.ts'

export type LiveConcert = {
  connection: LiveState['connection']
  queue: readonly QueueEntry[]
  /** What the channel last said of the concert itself; null before it said anything. */
  session: LiveState['session']
  /** Milliseconds of the epoch of the last message; null before the first. */
  receivedAt: number | null
  /** There is no such concert, or the door of this one is closed to this device. */
  missing: boolean
  /** It was closed with a word while it was watched. */
  locked: boolean
}

type WatchedConcert = {
  artistUsername: string
  sessionId: string
  /** What the page was rendered with. */
  queue: readonly QueueEntry[]
  /** Of a closed evening, where the page came with it. */
  pass?: string | undefined
  /** Also while the page is hidden; false where it is not said. */
  wakeful?: boolean | 'pad'
}

function channelAddress(): string {
  const { protocol, host } = window.location
  return `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${LIVE_PATH}`
}

/** The queue as it is now: first what the page came with, then whatever the live channel says. Null watches nothing. */
export function useLiveConcert(watched: WatchedConcert | null): LiveConcert {
  const artistUsername = watched?.artistUsername
  const sessionId = watched?.sessionId
  const wakeful = watched?.wakeful ?? false
  const told = watched?.pass
  const pass = useSyncExternalStore(
    watchStored,
    () => (sessionId === undefined ? null : readPass(sessionId)),
    () => null,
  )
  const [received, setReceived] = useState<{ of: string | undefined; state: LiveState } | null>(
    null,
  )

  useEffect(() => {
    if (artistUsername === undefined || sessionId === undefined) return undefined
    if (told !== undefined && told !== pass) {
      storePass(sessionId, told)
      return undefined
    }
    // The link of the hall's screen carries its own.
    const given = new URLSearchParams(window.location.search).get('pass')
    const channel = openLiveChannel({
      url: channelAddress(),
      artistUsername,
      sessionId,
      pass: given ?? pass,
      events: true,
      wakeful: wakeful !== false,
      token: wakeful === 'pad' ? readToken() : null,
      onState: (state) => setReceived({ of: sessionId, state }),
    })
    return () => {
      channel.close()
      // A channel is opened again after the server was asked: its older state over that answer would make the pad ask for ever.
      setReceived(null)
    }
  }, [artistUsername, sessionId, pass, told, wakeful])

  // The state of another concert's channel does not count for this one.
  const state = received?.of === sessionId ? received?.state : undefined
  return {
    connection: state?.connection ?? 'connecting',
    queue: state?.queue ?? watched?.queue ?? [],
    session: state?.session ?? null,
    receivedAt: state?.receivedAt ?? null,
    missing: state?.missing ?? false,
    locked: state?.locked ?? false,
  }
}

/** A connection that comes back sooner than this was hardly lost. */
const HARDLY_LOST_MS = 2000

/** True once the live channel has been silent long enough to say so. */
export function useLastingLoss(connection: LiveConcert['connection']): boolean {
  const lost = connection === 'lost'
  const [lasting, setLasting] = useState(false)

  useEffect(() => {
    if (!lost) return undefined
    const timer = setTimeout(() => setLasting(true), HARDLY_LOST_MS)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [lost])

  return lasting
}
