import { MINUTE_MS } from '#domain/time.ts'
export type BreakerLog = {
  warn(fields: object, sentence: string): void
  info(fields: object, sentence: string): void
}

type BreakerDeps = {
  now: () => Date
  log: BreakerLog
  /** The log messages: when the failures begin, and when they are over. */
  sentences: { fails: string; again: string }
  /** After this number of failures in a row, three by default, requests are paused: for a minute by default. */
  failuresMost?: number
  restMs?: number
  /** Which failure of a row is logged; by default the first. */
  loggedAt?: number
}

/** Pauses the requests to an outside service after several failures in a row. */
export function makeBreaker(deps: BreakerDeps) {
  const { now, log, sentences, failuresMost = 3, restMs = MINUTE_MS, loggedAt = 1 } = deps
  let failures = 0
  let quietUntil = 0

  return {
    /** True while no request may be sent. */
    isOpen: () => now().getTime() < quietUntil,

    succeeded(): void {
      if (failures >= loggedAt) log.info({}, sentences.again)
      failures = 0
      quietUntil = 0
    },

    /** `longRestMs`: the failure will last, so that one is enough for a pause. */
    failed(why: object, longRestMs?: number): void {
      failures += 1
      if (failures === loggedAt) log.warn(why, sentences.fails)
      if (longRestMs !== undefined) quietUntil = now().getTime() + longRestMs
      else if (failures >= failuresMost) quietUntil = now().getTime() + restMs
    },
  }
}

/** Tracks which integrations answer by what they log: `warn` when one begins to fail, `info` when it answers again. */
export function makeIntegrationStatus(log: BreakerLog) {
  const answers = new Map<string, boolean>()
  return {
    /** The same log, observed. */
    logOf(name: string): BreakerLog {
      answers.set(name, true)
      return {
        warn(fields, sentence) {
          answers.set(name, false)
          log.warn(fields, sentence)
        },
        info(fields, sentence) {
          answers.set(name, true)
          log.info(fields, sentence)
        },
      }
    },
    /** 1 where it answers, by name. */
    read: () => Object.fromEntries([...answers].map(([name, up]) => [name, Number(up)])),
  }
}
