import { firstFree } from './held.ts'
import { asOnlySender } from './one-sender.ts'
import { sendPresses } from './send-presses.ts'
import type { Report, Way } from './send-presses.ts'

const RETRY_MS = { first: 2000, most: 30_000 }

export type PressSender = {
  /** Sends what waits, now; ends with the run. */
  kick(): Promise<void>
  close(): void
}

export type SenderDeps = {
  /** What a tab must hold to send. */
  lock: string
  way: Way
  isOnline(): boolean
  /** Every run, also one that sent nothing. */
  onReport(report: Report): void
  /** Whether the last try failed for want of a network. */
  onFailing(failing: boolean): void
}

/** Sends presses as they come, the held ones once they are let go, and again until the network has taken them. */
export function openPressSender(deps: SenderDeps): PressSender {
  const { way } = deps
  let running: Promise<void> | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let closed = false

  const waits = () => firstFree(way.kept(), way.now()) !== undefined

  function retryLater(atLeastMs: number) {
    clearTimeout(retry)
    const backoff = Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** failures)
    failures += 1
    retry = setTimeout(() => void start(true), Math.max(atLeastMs, backoff))
  }

  function wakeAtRelease() {
    clearTimeout(retry)
    const until = way.kept()[0]?.heldUntil
    if (until === undefined) return
    retry = setTimeout(() => void start(false), Math.max(0, until - way.now()))
  }

  async function runOnce(): Promise<Report | null> {
    let report: Report | null = null
    await asOnlySender(deps.lock, async () => {
      report = await sendPresses(way)
    })
    return report
  }

  async function run(inSpite: boolean): Promise<void> {
    for (;;) {
      if (closed) return
      if (!waits()) {
        failures = 0
        deps.onFailing(false)
        return wakeAtRelease()
      }
      if (!inSpite && !deps.isOnline()) {
        // A browser may be wrong about it, so that one try goes out all the same, later.
        deps.onFailing(true)
        return retryLater(0)
      }
      const report = await runOnce()
      if (report !== null) deps.onReport(report)
      if (closed) return
      // Another tab is at it.
      if (report === null) return retryLater(0)
      deps.onFailing(report.end === 'later')
      if (report.end === 'later') return retryLater(report.restSeconds * 1000)
      failures = 0
    }
  }

  function start(inSpite: boolean): Promise<void> {
    clearTimeout(retry)
    running ??= run(inSpite).finally(() => {
      running = null
    })
    return running
  }

  return {
    kick: () => start(false),
    close() {
      closed = true
      clearTimeout(retry)
    },
  }
}
