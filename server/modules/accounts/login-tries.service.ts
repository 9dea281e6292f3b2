import { createHmac } from 'node:crypto'
import {
  FREE_TRIES,
  FREE_TRIES_OF_ALL,
  OWN_NETWORK_MS,
  triesBlockedUntil,
  waitAfter,
} from '#domain/accounts/login.ts'
import { Refusal } from '#domain/refusal.ts'
import { counted } from '#domain/russian.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/context.ts'
import type { TryKey } from './login-tries.store.ts'
import {
  countTry,
  dropTries,
  forgetTriesOf,
  hadRightLogin,
  lockTries,
} from './login-tries.store.ts'

function tooMany(until: Date, now: Date): Refusal {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  const wait =
    seconds < 60
      ? counted(seconds, 'секунду', 'секунды', 'секунд')
      : counted(Math.ceil(seconds / 60), 'минуту', 'минуты', 'минут')
  return new Refusal(
    'TOO_MANY',
    `Слишком много неверных попыток. Повторите через ${wait}.`,
    undefined,
    { retryAfterSeconds: seconds },
  )
}

/**
 * Counts a try at an account before its password is checked, so that parallel guesses are counted too, across all
 * processes; each wait is longer than the one before. `account`: its id, or the typed text when no account has it.
 * Refuses TOO_MANY.
 */
export async function beginLoginTry(
  ctx: Context,
  tried: { account: string; from: string; real: boolean },
): Promise<TryKey> {
  const key = {
    account: hashed(ctx, 'account', tried.account),
    network: hashed(ctx, 'network', tried.from),
  }
  const at = ctx.now()
  const blocked = await transaction(ctx, async ({ sql }) => {
    const { own, all } = await lockTries(sql, { ...key, real: tried.real, at })
    const until = triesBlockedUntil(own, all, at)
    if (until !== null) return until
    const after = (ms: number) => (ms === 0 ? null : new Date(at.getTime() + ms))
    await countTry(sql, key, {
      own: after(waitAfter(own.wrong + 1, FREE_TRIES)),
      all: after(waitAfter(all.wrong + 1, FREE_TRIES_OF_ALL)),
      at,
    })
    return null
  })
  if (blocked !== null) throw tooMany(blocked, at)
  return key
}

/** Whether a correct login of this account came from the network lately; of a name that is nobody's, never. */
export async function isOwnNetwork(
  ctx: Context,
  account: string,
  network: string,
): Promise<boolean> {
  const key = {
    account: hashed(ctx, 'account', account),
    network: hashed(ctx, 'network', network),
  }
  const since = new Date(ctx.now().getTime() - OWN_NETWORK_MS)
  return hadRightLogin(ctx.sql, key, since)
}

// Hashed, so that a leaked table shows no account and no network.
function hashed({ codeSecret }: Context, kind: 'account' | 'network', text: string): string {
  return createHmac('sha256', codeSecret).update(`${kind} ${text}`).digest('base64url')
}

/** Resets the tries, inside the transaction that changes the password. */
export function resetLoginTries(ctx: Context, account: string): Promise<void> {
  return forgetTriesOf(ctx.sql, hashed(ctx, 'account', account))
}

/** Deletes the tries that are too old to count. */
export function forgetOldLoginTries({ sql, now }: Context): Promise<void> {
  return dropTries(sql, {
    real: new Date(now().getTime() - OWN_NETWORK_MS),
    nobodys: new Date(now().getTime() - DAY_MS),
  })
}
