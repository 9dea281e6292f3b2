type PollOptions = {
  /** Resolves with true when the server has responded. */
  ask(): Promise<boolean>
  /** A hidden page is not polled for. */
  hidden(): boolean
  now(): number
  setTimeout(run: () => void, ms: number): number
  clearTimeout(timer: number): void
  /** From 0 to 1, like Math.random. */
  random(): number
}

export type ThrottledPoll = {
  /** Something may have changed; all listeners' phones are notified at the same moment. */
  soon(): void
  /** The listener has just done something: polls without a delay. */
  now(): void
  close(): void
}

/** Thousands of phones are notified of every song at once; the random spread keeps their requests apart. */
const REST_MS = 5000
const SPREAD_MS = 2500
const AFTER_FAILURE_MS = 10_000
const MOST_FAILURES = 3

/** Polls with one request at a time, and after notifications at most once every five seconds. */
export function openThrottledPoll(deps: PollOptions): ThrottledPoll {
  let askedAt = -Infinity
  let failures = 0
  let timer: number | undefined
  let busy = false
  let wanted = false
  let closed = false

  async function ask() {
    deps.clearTimeout(timer ?? 0)
    timer = undefined
    if (closed) return
    if (busy || deps.hidden()) {
      wanted = true
      return
    }
    busy = true
    wanted = false
    askedAt = deps.now()
    const answered = await deps.ask()
    busy = false
    failures = answered ? 0 : failures + 1
    if (!answered && failures < MOST_FAILURES) plan(AFTER_FAILURE_MS)
    else if (wanted) plan(REST_MS)
  }

  function plan(rest: number) {
    if (timer !== undefined || closed) return
    const left = Math.max(0, askedAt + rest - deps.now())
    timer = deps.setTimeout(() => void ask(), left + deps.random() * SPREAD_MS)
  }

  return {
    soon() {
      if (busy) wanted = true
      else plan(REST_MS)
    },
    now() {
      failures = 0
      void ask()
    },
    close() {
      closed = true
      deps.clearTimeout(timer ?? 0)
    },
  }
}
