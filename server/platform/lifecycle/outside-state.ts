import type { BreakerLog } from '../../integrations/circuit-breaker.ts'

/** Which services outside answer: each says so in its log, by `warn` when it begins to fail and by `info` when that is over. */
export function makeOutsideState(log: BreakerLog) {
  const answers = new Map<string, boolean>()
  return {
    /** The same log, heard. */
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

export type OutsideState = ReturnType<typeof makeOutsideState>
