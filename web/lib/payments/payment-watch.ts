import { api } from '#contract/index.ts'
import type { PaymentShown } from '#contract/payment.ts'
import type { PaymentKind, PaymentState } from '#domain/payments/payment.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { CallFailed } from '../calls/call-failed.ts'
import { call } from '../calls/call.ts'

/** Poll intervals (ms): `soon` at first, `later` once `until` has passed, and none after `last`. */
type Pace = { soon: number; until: number; later: number; last: number }

const WAITING: Pace = {
  soon: 2.5 * SECOND_MS,
  until: 2 * MINUTE_MS,
  later: 10 * SECOND_MS,
  last: Infinity,
}
const GOING_BACK: Pace = {
  soon: 10 * SECOND_MS,
  until: 2 * MINUTE_MS,
  later: MINUTE_MS,
  last: Infinity,
}
/** Late money may still arrive after the bank's page was closed. */
const OVER: Pace = {
  soon: 30 * SECOND_MS,
  until: 5 * MINUTE_MS,
  later: MINUTE_MS,
  last: 20 * MINUTE_MS,
}

const PACES: Record<PaymentState, Pace | null> = {
  created: WAITING,
  awaiting: WAITING,
  // The concert's own live channel reports the rest at once.
  secured: { soon: 30 * SECOND_MS, until: 10 * MINUTE_MS, later: MINUTE_MS, last: Infinity },
  releasing: { soon: 5 * SECOND_MS, until: 2 * MINUTE_MS, later: 30 * SECOND_MS, last: Infinity },
  released: null,
  returning: GOING_BACK,
  returned: null,
  failed: OVER,
  expired: OVER,
  canceled: OVER,
}

const FAILED = { first: 2 * SECOND_MS, most: 30 * SECOND_MS }

export type Asking = {
  /** The last known state; null before the first answer. */
  payment: { kind: PaymentKind; state: PaymentState } | null
  /** How long this state has been watched (ms). */
  seenFor: number
  /** The number of polls in a row without an answer. */
  failures: number
  /** The wait that the server asked for with its last «too many» (ms). */
  notBefore: number
}

/** Returns the ms until the next poll, or null where nothing will change. */
export function nextPollIn({ payment, seenFor, failures, notBefore }: Asking): number | null {
  const pace = payment === null ? WAITING : paceOf(payment)
  if (pace === null || seenFor > pace.last) return null
  const usual = seenFor < pace.until ? pace.soon : pace.later
  if (failures === 0) return usual
  const backoff = Math.min(FAILED.most, FAILED.first * 2 ** Math.min(failures, 10))
  return Math.max(usual, backoff, notBefore)
}

function paceOf({ kind, state }: { kind: PaymentKind; state: PaymentState }): Pace | null {
  // A payment that is not for a song waits for the bank only.
  return state === 'secured' && kind !== 'song' ? WAITING : PACES[state]
}

/** After this wait the bank counts as late (ms). */
export const LATE_MS = 2 * MINUTE_MS

/** Whether the page waits for the bank: then it shows a text while waiting. */
export function waitsForBank(payment: Asking['payment']): boolean {
  return payment === null || paceOf(payment) === WAITING
}

export type Watched = {
  payment: PaymentShown | null
  /** «check» was pressed and has no answer yet. */
  checking: boolean
  /** The result of the last press; null before one, and once something has changed. */
  checked: 'no news' | 'no answer' | null
  /** The wait for the bank is longer than usual. */
  late: boolean
}

type WatchDeps = {
  ask(signal: AbortSignal): Promise<PaymentShown>
  now(): number
  setTimeout(run: () => void, ms: number): number
  clearTimeout(timer: number): void
  /** Whether the page is hidden: then it does not poll. */
  hidden(): boolean
}

export type PaymentWatch = {
  /** «check» was pressed. */
  check(): void
  /** A hint that something may have changed. */
  look(): void
  /** The page is visible again: the wait starts over. */
  comeBack(): void
  close(): void
}

/** Polls the state of a payment for as long as it can change. One request at a time. */
export function watchPayment(
  first: Watched,
  onChange: (watched: Watched) => void,
  deps: WatchDeps,
): PaymentWatch {
  let watched = first
  let seenSince = deps.now()
  let lateAtFirst = first.late
  let failures = 0
  let notBefore = 0
  let timer: number | undefined
  let asking: AbortController | null = null
  let again = false
  let closed = false

  function update(change: Partial<Watched>) {
    watched = { ...watched, ...change }
    onChange(watched)
  }

  function handleAnswer(payment: PaymentShown) {
    const moved = JSON.stringify(payment) !== JSON.stringify(watched.payment)
    if (payment.state !== watched.payment?.state) seenSince = deps.now()
    failures = 0
    notBefore = 0
    const checked = watched.checking ? 'no news' : watched.checked
    update({ payment, checking: false, checked: moved ? null : checked, late: isLate(payment) })
  }

  function handleFailure(failure: CallFailed) {
    failures += 1
    notBefore = (failure.retryAfterSeconds ?? 0) * 1000
    const checked = watched.checking ? 'no answer' : watched.checked
    update({ checking: false, checked, late: isLate(watched.payment) })
  }

  function isLate(payment: PaymentShown | null): boolean {
    if (!waitsForBank(payment)) return false
    return lateAtFirst || deps.now() - seenSince >= LATE_MS
  }

  async function ask() {
    deps.clearTimeout(timer ?? 0)
    if (asking !== null) {
      again = true
      return
    }
    asking = new AbortController()
    try {
      const payment = await deps.ask(asking.signal)
      if (!closed) handleAnswer(payment)
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      if (!closed) handleFailure(failure)
    } finally {
      asking = null
      goOn()
    }
  }

  function goOn() {
    if (closed) return
    const atOnce = again
    again = false
    if (atOnce) void ask()
    else plan()
  }

  function plan() {
    const { payment } = watched
    const wait = nextPollIn({ payment, seenFor: deps.now() - seenSince, failures, notBefore })
    if (wait !== null) timer = deps.setTimeout(askIfSeen, wait)
  }

  function askIfSeen() {
    if (!deps.hidden()) void ask()
  }

  plan()
  return {
    check() {
      update({ checking: true, checked: null })
      void ask()
    },
    look: askIfSeen,
    comeBack() {
      if (deps.hidden()) return
      seenSince = deps.now()
      lateAtFirst = false
      void ask()
    },
    close() {
      closed = true
      deps.clearTimeout(timer ?? 0)
      asking?.abort()
    },
  }
}

type OpenWatch = {
  id: string
  first: Watched
  onChange: (watched: Watched) => void
}

/** Polls a payment for the open page, also when the page becomes visible or the network comes back. In the browser. */
export function openPaymentWatch({ id, first, onChange }: OpenWatch): PaymentWatch {
  const watch = watchPayment(first, onChange, {
    ask: (signal) => call(api.payment.byId, { params: { id } }, { signal }),
    now: () => performance.now(),
    setTimeout: (run, ms) => window.setTimeout(run, ms),
    clearTimeout: (timer) => window.clearTimeout(timer),
    hidden: () => document.hidden,
  })
  document.addEventListener('visibilitychange', watch.comeBack)
  window.addEventListener('online', watch.look)
  return {
    ...watch,
    close() {
      document.removeEventListener('visibilitychange', watch.comeBack)
      window.removeEventListener('online', watch.look)
      watch.close()
    },
  }
}
