import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useToast } from '../ui/overlays/toast-context.ts'
import { focusMain } from '../ui/overlays/use-modal.ts'
import { CallFailed, sentenceOf } from './calls/call-failed.ts'

/** Focuses `main` when `view` changes and the focused element was removed with the old view: else the next Tab begins at the top of the page. */
export function useViewFocus(view: unknown): void {
  const last = useRef(view)
  useEffect(() => {
    if (last.current !== view && document.activeElement === document.body) focusMain()
    last.current = view
  }, [view])
}

const TICK_MS = 1000

/** Whole seconds left of `seconds`; restarts whenever `since` changes. */
export function useCountdown(seconds: number, since: unknown): number {
  const [counted, setCounted] = useState({ since, left: seconds })

  useEffect(() => {
    if (seconds <= 0) return undefined
    // By the clock and not by ticks: the time that a phone slept counts too.
    const endsAt = Date.now() + seconds * TICK_MS
    const timer = setInterval(() => {
      const left = Math.ceil((endsAt - Date.now()) / TICK_MS)
      setCounted({ since, left: Math.min(seconds, Math.max(0, left)) })
      if (left <= 0) clearInterval(timer)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [seconds, since])

  return Object.is(counted.since, since) ? counted.left : seconds
}

/** A page whose concert was shut may be kept for a second, and then loads open once more: it loads again after this time (ms). */
export const SHUT_AGAIN_MS = 5000

/** Calls `look` every `everyMs` while something is expected, and at once when the page becomes visible again. */
export function usePoll(expected: boolean, everyMs: number, look: () => void): void {
  const lookNow = useEffectEvent(look)

  useEffect(() => {
    if (!expected) return undefined
    const lookIfSeen = () => {
      if (document.visibilityState === 'visible') lookNow()
    }
    const timer = setInterval(lookIfSeen, everyMs)
    document.addEventListener('visibilitychange', lookIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookIfSeen)
    }
  }, [expected, everyMs])
}

/**
 * Runs `reload` at each new `news`, unless that is null. Where the page is busy then, it runs afterwards if there still
 * is news: a reload that is under way may have been asked for before.
 */
export function useReloads(news: string | null, busy: boolean, reload: () => void): void {
  const missed = useRef(false)
  const run = useEffectEvent(() => {
    missed.current = busy && news !== null
    if (!busy && news !== null) reload()
  })
  useEffect(() => {
    if (news !== null) run()
  }, [news])
  useEffect(() => {
    if (!busy && missed.current) run()
  }, [busy])
}

/** True from the first moment when `wanted` is: the element then stays mounted, to leave the screen in its own time. */
export function useOnce(wanted: boolean): boolean {
  const [was, setWas] = useState(wanted)
  if (wanted && !was) setWas(true)
  return was || wanted
}

/** When this part of the page was mounted, in ms since 1970. */
export function useMountedAt(): number {
  const [cameAt] = useState(() => Date.now())
  return cameAt
}

/** The value, or once it is null the last one: for what is still visible while it leaves. */
export function useLastValue<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}

/** The value of the live channel, or a newer one from the answer to a call. */
type Latest<T> = {
  value: T
  /**
   * Applies an answer; `asked` is the channel's value when the request was sent. Where the channel has sent a newer one
   * since, `rebase` applies the answer's effect to it: the channel's own update may still be on its way, and without it
   * the pad would show the previous song for a moment.
   */
  answer(asked: T, change: (value: T) => T, rebase?: (newer: T) => T): void
}

/** The live channel and the answers to calls report the same thing, and either may be late. */
export function useLatest<T>(live: T): Latest<T> {
  const [answered, setAnswered] = useState<{ after: T; value: T } | null>(null)
  const newest = useRef(live)
  useLayoutEffect(() => {
    newest.current = live
  }, [live])

  return {
    value: answered !== null && answered.after === live ? answered.value : live,
    answer(asked, change, rebase = (newer) => newer) {
      const after = newest.current
      const by = after === asked ? change : rebase
      setAnswered((before) => ({
        after,
        value: by(before !== null && before.after === after ? before.value : after),
      }))
    },
  }
}

type Cooldown = {
  coolingDown: boolean
  /** True when the press counts; the cooldown then starts. */
  take(): boolean
}

/** Ignores presses during a cooldown after one that counted. */
export function useCooldown(ms: number): Cooldown {
  const until = useRef(0)
  const [coolingDown, setCoolingDown] = useState(false)

  return {
    coolingDown,
    take() {
      // A second press comes before the first one is rendered, so the state would be stale.
      if (performance.now() < until.current) return false
      until.current = performance.now() + ms
      setCoolingDown(true)
      setTimeout(() => setCoolingDown(false), ms)
      return true
    },
  }
}

type OnFailed = (failure: CallFailed) => unknown

type Presses = {
  /** Whether the press of this name is still pending. */
  isPending(name: string): boolean
  /**
   * Runs the work of a press, unless the press of this name is still pending. A toast shows what the server or the
   * network refused, unless `onFailed` returns 'shown' after showing it itself; returns whether the work was done.
   */
  press(name: string, work: () => Promise<void>, onFailed?: OnFailed): Promise<boolean>
}

/** Presses with a state each: pending, done, or failed with a text. */
export function usePresses(): Presses {
  const toast = useToast()
  const running = useRef(new Set<string>())
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())

  async function press(
    name: string,
    work: () => Promise<void>,
    onFailed?: OnFailed,
  ): Promise<boolean> {
    // A second tap comes before the first one is rendered, so the mark does not wait for a render.
    if (running.current.has(name)) return false
    running.current.add(name)
    setPending(new Set(running.current))
    try {
      await work()
      return true
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      const shown = onFailed?.(failure) === 'shown'
      if (!shown) toast({ text: sentenceOf(failure), tone: 'error' })
      return false
    } finally {
      running.current.delete(name)
      setPending(new Set(running.current))
    }
  }

  return { press, isPending: (name) => pending.has(name) }
}
