import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_LENGTH, CODES_PER_HOUR, RESEND_SECONDS } from '#domain/account.ts'
import { Refusal } from '#domain/refusal.ts'
import { counted } from '#domain/russian.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { CodePurpose } from './codes.store.ts'

/** A code of CODE_LENGTH digits. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
}

/** A code as people paste it, «123 456» too. */
export function tidyCode(typed: string): string {
  return typed.replace(/\s/gu, '')
}

/** What the database keeps of a code: with a key, since a million codes are soon tried out against a bare hash. */
export function hashCode(
  secret: string,
  sent: { email: string; purpose: CodePurpose; code: string },
): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([sent.purpose, sent.email, sent.code]))
    .digest('hex')
}

export function sameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Takes when the codes of the last hour were sent, newest first. Refuses RESEND_TOO_SOON inside
 * RESEND_SECONDS and TOO_MANY after CODES_PER_HOUR, each with the seconds to wait.
 */
export function refuseHaste(sent: readonly Date[], now: Date): void {
  const newest = sent[0]
  const oldest = sent[CODES_PER_HOUR - 1]
  const tooSoon = newest === undefined ? 0 : secondsLeft(newest, RESEND_SECONDS, now)
  if (tooSoon > 0) {
    const wait = counted(tooSoon, 'секунду', 'секунды', 'секунд')
    throw new Refusal('RESEND_TOO_SOON', `Новый код можно запросить через ${wait}.`, undefined, {
      retryAfterSeconds: tooSoon,
    })
  }
  const tooMany = oldest === undefined ? 0 : secondsLeft(oldest, HOUR_MS / 1000, now)
  if (tooMany > 0) {
    const wait = counted(Math.ceil(tooMany / 60), 'минуту', 'минуты', 'минут')
    throw new Refusal(
      'TOO_MANY',
      `Слишком много кодов за час. Попробуйте через ${wait}.`,
      undefined,
      {
        retryAfterSeconds: tooMany,
      },
    )
  }
}

// Never more than the whole wait, even where the clock was set back since.
function secondsLeft(since: Date, wait: number, now: Date): number {
  const passed = (now.getTime() - since.getTime()) / 1000
  return Math.min(wait, Math.ceil(wait - passed))
}
