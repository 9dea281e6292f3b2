import type { PaymentShown } from '#contract/payment.ts'
import { CallFailed } from './call-failed.ts'
import { askAgainIn, LATE_MS, waitsForBank } from './ask-again.ts'

export type Watched = {
  payment: PaymentShown | null
  /** Somebody pressed «check» and has no answer yet. */
  checking: boolean
  /** What came of the last press; null before one, and once something has changed. */
  checked: 'no news' | 'no answer' | null
  /** The bank has been waited for longer than it usually takes. */
  late: boolean
}

export type WatchDeps = {
  ask(signal: AbortSignal): Promise<PaymentShown>
  now(): number
  setTimeout(run: () => void, ms: number): number
  clearTimeout(timer: number): void
  /** Nobody sees the page: there is nobody to ask for. */
  hidden(): boolean
}

export type PaymentWatch = {
  /** Somebody pressed «check». */
  check(): void
  /** A hint that something may have changed. */
  look(): void
  /** Somebody has come back to the page: the wait begins anew. */
  comeBack(): void
  close(): void
}

/** Asks what became of a payment, for as long as that can change. One question at a time. */
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

  function tell(change: Partial<Watched>) {
    watched = { ...watched, ...change }
    onChange(watched)
  }

  function hear(payment: PaymentShown) {
    const moved = JSON.stringify(payment) !== JSON.stringify(watched.payment)
    if (payment.state !== watched.payment?.state) seenSince = deps.now()
    failures = 0
    notBefore = 0
    const checked = watched.checking ? 'no news' : watched.checked
    tell({ payment, checking: false, checked: moved ? null : checked, late: isLate(payment) })
  }

  function miss(failure: unknown) {
    failures += 1
    notBefore = failure instanceof CallFailed ? (failure.retryAfterSeconds ?? 0) * 1000 : 0
    const checked = watched.checking ? 'no answer' : watched.checked
    tell({ checking: false, checked, late: isLate(watched.payment) })
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
      if (!closed) hear(payment)
    } catch (failure) {
      if (!closed) miss(failure)
    } finally {
      asking = null
    }
    if (closed) return
    const atOnce = again
    again = false
    if (atOnce) void ask()
    else plan()
  }

  function plan() {
    const { payment } = watched
    const wait = askAgainIn({ payment, seenFor: deps.now() - seenSince, failures, notBefore })
    if (wait !== null) timer = deps.setTimeout(askIfSeen, wait)
  }

  function askIfSeen() {
    if (!deps.hidden()) void ask()
  }

  plan()
  return {
    check() {
      tell({ checking: true, checked: null })
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
