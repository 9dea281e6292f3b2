export type BreakerLog = {
  warn(fields: object, sentence: string): void
  info(fields: object, sentence: string): void
}

type BreakerDeps = {
  now: () => Date
  log: BreakerLog
  /** What the log says when it begins, and when it is over. */
  sentences: { fails: string; again: string }
  /** After so many failures in a row nobody is asked for a while. */
  failuresMost: number
  restMs: number
  /** The failure that is logged: the first of a row, unless told otherwise. */
  loggedAt?: number
}

/** Leaves somebody outside alone for a while after he failed several times in a row. */
export function makeBreaker(deps: BreakerDeps) {
  const { now, log, sentences, failuresMost, restMs, loggedAt = 1 } = deps
  let failures = 0
  let quietUntil = 0

  return {
    /** True while nobody is to be asked. */
    rests: () => now().getTime() < quietUntil,

    came(): void {
      if (failures >= loggedAt) log.info({}, sentences.again)
      failures = 0
      quietUntil = 0
    },

    /** `longRestMs`: the failure will last, so that one is enough. */
    failed(why: object, longRestMs?: number): void {
      failures += 1
      if (failures === loggedAt) log.warn(why, sentences.fails)
      if (longRestMs !== undefined) quietUntil = now().getTime() + longRestMs
      else if (failures >= failuresMost) quietUntil = now().getTime() + restMs
    },
  }
}

/** Which integrations answer, read from what they log: `warn` when one begins to fail, `info` when it answers again. */
export function makeIntegrationStatus(log: BreakerLog) {
  const answers = new Map<string, boolean>()
  return {
    /** The same log, subscribed to. */
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
