import { semaphore } from '#server/platform/concurrency.ts'
import { makeBreaker } from '../circuit-breaker.ts'
import type { BreakerLog } from '../circuit-breaker.ts'

/** The passwords of people whose accounts elsewhere were broken into. */
export type LeakedPasswords = {
  /** `password`: in its normal form. */
  has(password: string, options: { signal: AbortSignal }): Promise<boolean>
}

type PatientLeaksDeps = {
  leaks: LeakedPasswords
  now: () => Date
  log: BreakerLog
  /** Time limit of one question. */
  limitMs?: number
}

const LIMIT_MS = 2000
const AT_ONCE = 16

/** Asks whether a password leaked; never rejects, and where nobody can be asked it is false. */
export type HasLeaked = (password: string) => Promise<boolean>

/** Nobody is kept from a password by a service that is away, late or asked too much: then it counts as not leaked. */
export function patientLeaks(deps: PatientLeaksDeps): HasLeaked {
  const { leaks, now, log, limitMs = LIMIT_MS } = deps
  const sentences = {
    fails: 'the service of leaked passwords does not answer',
    again: 'the service of leaked passwords answers again',
  }
  const breaker = makeBreaker({ now, log, sentences })
  const full = () => new Error('too many questions at once')
  const places = semaphore(AT_ONCE, { max: 0, full })

  async function ask(password: string): Promise<boolean> {
    try {
      const leaked = await leaks.has(password, { signal: AbortSignal.timeout(limitMs) })
      breaker.succeeded()
      return leaked
    } catch (error) {
      breaker.failed({ err: error })
      return false
    }
  }

  return async (password) =>
    !breaker.isOpen() && (await places.run(() => ask(password)).catch(() => false))
}
