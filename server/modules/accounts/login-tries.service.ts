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
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { TryKey } from './login-tries.store.ts'
import { countTry, dropTries, forgetTriesOf, forgiveTries, lockTries } from './login-tries.store.ts'

type LoginTriesDeps = { sql: Sql; now: () => Date; secret: string }

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

/** Limits password guesses: counted across all processes, each wait longer than the one before. */
export function makeLoginTries({ sql, now, secret }: LoginTriesDeps) {
  // Hashed, so that a leaked table shows no account and no network.
  const hashed = (kind: 'account' | 'network', text: string) =>
    createHmac('sha256', secret).update(`${kind} ${text}`).digest('base64url')

  return {
    /**
     * Counts a try at an account before its password is checked, so that parallel guesses are counted too. `account`:
     * its id, or the typed text when no account has it. Refuses TOO_MANY.
     */
    async begin(tried: { account: string; from: string; real: boolean }): Promise<TryKey> {
      const key = {
        account: hashed('account', tried.account),
        network: hashed('network', tried.from),
      }
      const at = now()
      const blocked = await inTransaction(sql, async (tx) => {
        const { own, all } = await lockTries(tx, { ...key, real: tried.real, at })
        const until = triesBlockedUntil(own, all, at)
        if (until !== null) return until
        const after = (ms: number) => (ms === 0 ? null : new Date(at.getTime() + ms))
        await countTry(tx, key, {
          own: after(waitAfter(own.wrong + 1, FREE_TRIES)),
          all: after(waitAfter(all.wrong + 1, FREE_TRIES_OF_ALL)),
          at,
        })
        return null
      })
      if (blocked !== null) throw tooMany(blocked, at)
      return key
    },

    /** Resets the tries, inside the transaction of the login. */
    right: (tx: Sql, key: TryKey) => forgiveTries(tx, key, now()),

    /** Resets the tries, inside the transaction that changes the password. */
    resetTries: (tx: Sql, account: string) => forgetTriesOf(tx, hashed('account', account)),

    /** Deletes the tries that are too old to count. */
    forgetOld: () =>
      dropTries(sql, {
        real: new Date(now().getTime() - OWN_NETWORK_MS),
        nobodys: new Date(now().getTime() - DAY_MS),
      }),
  }
}

export type LoginTries = ReturnType<typeof makeLoginTries>
