import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ClientLoaderFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { api } from '#contract/index.ts'
import type { HallThanks } from '#domain/queue/thanks.ts'
import { isRecentThanks } from '#domain/queue/thanks.ts'
import { isUnknownArtist } from '#web/lib/calls/call-failed.ts'
import { callForFile, callFrom, serverNow } from '#web/lib/calls/call.ts'
import { passOf } from '#web/lib/calls/token.ts'
import type { LiveConcert } from '#web/lib/live/live-concert.ts'
import { useConnectionLost, useLiveConcert } from '#web/lib/live/live-concert.ts'
import { usePoll } from '#web/lib/value-hooks.ts'
import { browserWakeLockApi, keepAwake } from '#web/ui/keep-awake.ts'
import type { HallView } from './load.ts'
import { loadHall } from './load.ts'

/** Poll interval for a concert that starts or ends (ms); the live channel reports most of it sooner. */
const LOOK_MS = 30_000
/** The same while the channel has told of it and the page has not: an answer may be lost, or kept for a second. */
const LOOK_AGAIN_MS = 3000

/** The loader of an unattended screen of an artist. */
export async function hallLoader(args: LoaderFunctionArgs): Promise<HallView> {
  const { params, context, request } = args
  const given = passOf(new URL(request.url).searchParams)
  try {
    return await loadHall(callFrom(context), params['artistUsername'] ?? '', given)
  } catch (failure) {
    if (isUnknownArtist(failure)) throw data(null, { status: 404 })
    throw failure
  }
}

/** The screen is unattended: its content survives any loss of the network. */
export function hallClientLoader() {
  let shown: { of: string | undefined; view: HallView } | null = null
  const load = async ({ params, serverLoader }: ClientLoaderFunctionArgs) => {
    const of = params['artistUsername']
    try {
      shown = { of, view: await serverLoader<typeof hallLoader>() }
    } catch (failure) {
      if (shown?.of !== of) throw failure
    }
    return shown?.view
  }
  // Also runs during hydration, so that the first view is stored too.
  return Object.assign(load, { hydrate: true as const })
}

/** The fields of the channel's session that change texts on the screen. */
function turnOf(session: NonNullable<LiveConcert['session']>): string {
  const { sessionStatus, rules, breakUntil, dateTimeEnd } = session
  return JSON.stringify([sessionStatus, rules, breakUntil, dateTimeEnd])
}

/** Learns the server's time: no other request of a screen is a call of the browser. */
function readClock(): void {
  callForFile(api.operation.health, {}).catch(() => undefined)
}

/** Follows the concert of a screen by the live channel, and renews the page's own texts. */
export function useHall(loaded: HallView): {
  /** The loaded view; without its concert as soon as the channel has told of the end. */
  view: HallView
  live: LiveConcert
  /** The network is lost. */
  stale: boolean
} {
  const { current, next, username } = loaded
  const { revalidate } = useRevalidator()
  const watched = current ?? next
  const [attempt, setAttempt] = useState(0)
  const live = useLiveConcert(
    watched && {
      artistUsername: username,
      sessionId: watched.id,
      queue: current?.queue ?? [],
      locked: current?.locked,
      attempt,
      stayConnected: true,
    },
  )
  const stale = useConnectionLost(live.connection) && !live.missing
  useEffect(readClock, [])
  usePoll(true, LOOK_MS, () => {
    readClock()
    const shut = live.missing
    // A word may have been taken off before the screen has loaded that there was one.
    void revalidate().then(() => shut && setAttempt((before) => before + 1))
  })
  const status = live.session?.sessionStatus
  const isOld = status !== undefined && (status === 'NOW') !== (current !== null)
  usePoll(isOld, LOOK_AGAIN_MS, () => void revalidate())
  useEffect(() => keepAwake(browserWakeLockApi(), () => undefined), [])

  // Start, end, rules, breaks and a code word: the reloaded page has the texts for all of them.
  const turn = live.locked ? 'locked' : live.session && turnOf(live.session)
  const lookAgain = useEffectEvent((known: string | null) => {
    if (known !== null) void revalidate()
  })
  useEffect(() => lookAgain(turn), [turn])
  const isOver = current !== null && status === 'PLAYED'
  const view = isOver ? { ...loaded, current: null, ended: { songs: 0, ordered: 0 } } : loaded
  return { view, live, stale }
}

/** How long a thank-you stays on the screen of a hall (ms). */
const THANKS_SHOWN_MS = 8000
/** How long a tip stays on a stream (ms): who watches there looks away more often. */
const TIP_SHOWN_MS = 12_000
const THANKS_WAIT_MOST = 4
const THANKS_SEEN_MOST = 50

/** Shows the thanks one after another, including recent ones from before the screen opened. */
export function useThanks(
  live: LiveConcert,
  which: 'all' | 'tips' | 'others' = 'all',
): HallThanks | null {
  const liveThanks = live.session?.thanks
  const [waits, setWaits] = useState<readonly HallThanks[]>([])
  const seen = useRef(new Set<string>())
  useEffect(() => {
    const fresh = (liveThanks ?? []).filter(
      (one) =>
        (which === 'all' || (which === 'tips') === (one.tip !== undefined)) &&
        !seen.current.has(one.id) &&
        isRecentThanks(one, serverNow()),
    )
    if (fresh.length === 0) return
    seen.current = new Set([
      ...[...seen.current].slice(-THANKS_SEEN_MOST),
      ...fresh.map(({ id }) => id),
    ])
    // The server sends the newest first; when many come, only the last of them are shown.
    setWaits((before) => [...before, ...fresh.toReversed()].slice(-THANKS_WAIT_MOST))
  }, [liveThanks, which])
  const first = waits[0]
  const id = first?.id
  useEffect(() => {
    if (id === undefined) return undefined
    const shownMs = which === 'tips' ? TIP_SHOWN_MS : THANKS_SHOWN_MS
    const timer = setTimeout(() => setWaits((before) => before.slice(1)), shownMs)
    return () => clearTimeout(timer)
  }, [id, which])
  return first ?? null
}

/** Reloads once the server answers: a reload without a network would show the browser's own error page. */
async function reloadOnceAnswered(): Promise<void> {
  try {
    const { ok } = await fetch(window.location.href, { cache: 'no-store' })
    if (ok) window.location.reload()
  } catch {
    // Still no network.
  }
}

/** Whether there is no such artist; anything else that failed is tried again. */
export function useHallError(): boolean {
  const error = useRouteError()
  const isNotFound = isRouteErrorResponse(error) && error.status === 404
  usePoll(!isNotFound, LOOK_MS, () => void reloadOnceAnswered())
  return isNotFound
}
