import { useEffect, useState, useSyncExternalStore } from 'react'
import { LIVE_PATH } from '#contract/path.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import { readPass, storePass, watchStored } from '../device/device-memory.ts'
import type { LiveState } from './live-channel.ts'
import { openLiveChannel } from './live-channel.ts'
import { readToken } from '../calls/token.ts'

export type LiveConcert = {
  connection: LiveState['connection']
  queue: readonly QueueEntry[]
  /** The concert's state as last received from the channel; null before the first. */
  session: LiveState['session']
  /** Milliseconds since 1970 of the last message; null before the first. */
  receivedAt: number | null
  /** There is no such concert, or it is closed to this device. */
  missing: boolean
  /** The concert was closed with a code word while it was watched. */
  locked: boolean
}

export type WatchedConcert = {
  artistUsername: string
  sessionId: string
  /** The queue that the page was rendered with. */
  queue: readonly QueueEntry[]
  /** The pass to a closed evening, where the page was rendered with one. */
  pass?: string | undefined
  /** The page was rendered closed with a code word: once that is taken off, the channel opens again. */
  locked?: boolean | undefined
  /** Another number opens the channel again; one that was closed to this device stays so until it has its answer. */
  attempt?: number
  /** Nobody sees it yet: there is nothing to watch. */
  unpublished?: boolean
  /** Stays connected while the page is hidden too; false by default. */
  stayConnected?: boolean | 'pad'
  /** It is no listener, as no page that stays connected is. */
  own?: boolean
}

function channelAddress(): string {
  const { protocol, host } = window.location
  return `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${LIVE_PATH}`
}

/** The current queue: first the one of the rendered page, then those of the live channel. Null watches nothing. */
export function useLiveConcert(watched: WatchedConcert | null): LiveConcert {
  const artistUsername = watched?.artistUsername
  const sessionId = watched?.sessionId
  const stayConnected = watched?.stayConnected ?? false
  const own = watched?.own ?? stayConnected !== false
  const pagePass = watched?.pass
  const concert = `${sessionId} ${watched?.locked} `
  const of = `${concert}${watched?.attempt}`
  const keepsShut = watched?.attempt !== undefined
  const isQuiet = watched?.unpublished ?? false
  const pass = useSyncExternalStore(
    watchStored,
    () => (sessionId === undefined ? null : readPass(sessionId)),
    () => null,
  )
  const [received, setReceived] = useState<{ of: string; state: LiveState } | null>(null)

  useEffect(() => {
    if (artistUsername === undefined || sessionId === undefined || isQuiet) return undefined
    if (pagePass !== undefined && pagePass !== pass) {
      storePass(sessionId, pagePass)
      return undefined
    }
    // The link of the hall's screen carries its own pass.
    const given = new URLSearchParams(window.location.search).get('pass')
    const channel = openLiveChannel({
      url: channelAddress(),
      artistUsername,
      sessionId,
      pass: given ?? pass,
      events: true,
      stayConnected: stayConnected !== false,
      own,
      token: stayConnected === 'pad' ? readToken() : null,
      onState: (state) =>
        setReceived((before) => {
          const asks = state.session === null && !state.missing
          return asks && before?.of.startsWith(concert) && before.state.missing
            ? before
            : { of, state }
        }),
    })
    return () => {
      channel.close()
      // The channel is opened again after a request to the server: its older state would override that answer and make
      // the pad ask forever.
      setReceived((before) => (keepsShut && before?.state.missing === true ? before : null))
    }
  }, [
    artistUsername,
    sessionId,
    pass,
    pagePass,
    concert,
    of,
    keepsShut,
    stayConnected,
    own,
    isQuiet,
  ])

  // The state of another concert's channel does not count for this one.
  const state = received?.of.startsWith(concert) ? received.state : undefined
  return {
    connection: state?.connection ?? (isQuiet ? 'live' : 'connecting'),
    queue: state?.queue ?? watched?.queue ?? [],
    session: state?.session ?? null,
    receivedAt: state?.receivedAt ?? null,
    missing: state?.missing ?? false,
    locked: state?.locked ?? false,
  }
}

/** A connection that comes back sooner than this (ms) is not shown as lost. */
const SHOW_LOST_AFTER_MS = 2000

/** True once the live channel has been lost long enough to show it. */
export function useConnectionLost(connection: LiveConcert['connection']): boolean {
  const lost = connection === 'lost'
  const [lasting, setLasting] = useState(false)

  useEffect(() => {
    if (!lost) return undefined
    const timer = setTimeout(() => setLasting(true), SHOW_LOST_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [lost])

  return lasting
}
