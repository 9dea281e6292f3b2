import type { RefObject } from 'react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useToast } from '../ui/toast-context.ts'
import { focusMain } from '../ui/use-modal.ts'
import { CallFailed, sentenceOf } from './call-failed.ts'

/** Puts the focus at the first wrong field whenever a form was refused anew. */
export function useWrongFocus(
  form: RefObject<HTMLElement | null>,
  errors: Readonly<Record<string, string>>,
): void {
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus({ preventScroll: true })
    // What is wrong stands under the field: at the edge of the screen it would lie under the bar.
    field?.scrollIntoView({ block: 'center' })
  }, [form, errors])
}

/** Moves the focus to `main` when `view` changes and the focused element was removed with the old view: else the next Tab begins at the top of the page. */
export function useViewFocus(view: unknown): void {
  const last = useRef(view)
  useEffect(() => {
    if (last.current !== view && document.activeElement === document.body) focusMain()
    last.current = view
  }, [view])
}

const TICK_MS = 1000

/** Whole seconds left of `seconds`, counted anew whenever `since` is another value. */
export function useCountdown(seconds: number, since: unknown): number {
  const [counted, setCounted] = useState({ since, left: seconds })

  useEffect(() => {
    if (seconds <= 0) return undefined
    // By the clock and not by ticks: a phone that slept has waited all the same.
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

/** Looks every `everyMs` while something is expected, and at once when the page comes back to the front. */
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

/** True from the moment when something is wanted for the first time: what came then stays, to leave the screen in its own time. */
export function useOnce(wanted: boolean): boolean {
  const [was, setWas] = useState(wanted)
  if (wanted && !was) setWas(true)
  return was || wanted
}

/** Milliseconds since 1970 when this part of the page came to the screen. */
export function useMountedAt(): number {
  const [cameAt] = useState(() => Date.now())
  return cameAt
}

/** The value, or once it is gone the last one that was: for what is still seen while it leaves. */
export function useLastValue<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}

/** The value of the live channel, or a newer one from the answer to a call. */
type Latest<T> = {
  value: T
  /**
   * Takes in an answer; `asked` is what the channel had said when the question was sent. Where the
   * channel has said something since, `rebase` puts the answer's effect on it: the channel's own word
   * of it may still be on its way, and without it the pad would show the song before for a moment.
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
  resting: boolean
  /** True where the press counts; then the cooldown begins. */
  take(): boolean
}

/** Ignores presses for a while after one that counted. */
export function useCooldown(ms: number): Cooldown {
  const until = useRef(0)
  const [resting, setResting] = useState(false)

  return {
    resting,
    take() {
      // A second press comes before the first one is rendered, so the state would be too old.
      if (performance.now() < until.current) return false
      until.current = performance.now() + ms
      setResting(true)
      setTimeout(() => setResting(false), ms)
      return true
    },
  }
}

type OnFailed = (failure: CallFailed) => unknown

type Presses = {
  /** Whether the press of this name still waits for its answer. */
  isPending(name: string): boolean
  /**
   * Does the work of a press, unless the press of this name still waits. What the server or the
   * network refused is told in a toast, unless `onFailed` has 'told' it in its place; gives whether
   * the work was done.
   */
  press(name: string, work: () => Promise<void>, onFailed?: OnFailed): Promise<boolean>
}

/** Presses with a state each: waiting, done, or failed in words. */
export function usePresses(): Presses {
  const toast = useToast()
  const running = useRef(new Set<string>())
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())

  async function press(
    name: string,
    work: () => Promise<void>,
    onFailed?: OnFailed,
  ): Promise<boolean> {
    // A second tap comes before the first one is drawn, so the mark does not wait for the screen.
    if (running.current.has(name)) return false
    running.current.add(name)
    setPending(new Set(running.current))
    try {
      await work()
      return true
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      const shown = onFailed?.(failure) === 'told'
      if (!shown) toast({ text: sentenceOf(failure), tone: 'error' })
      return false
    } finally {
      running.current.delete(name)
      setPending(new Set(running.current))
    }
  }

  return { press, isPending: (name) => pending.has(name) }
}
