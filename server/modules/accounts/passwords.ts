import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'
import { TOO_WEAK } from '#domain/accounts/account.ts'
import { isGuessable, wordsOfAccount } from '#domain/accounts/guessable.ts'
import { Refusal } from '#domain/refusal.ts'

const LIST = new URL('./common-passwords.txt', import.meta.url)

/** Some five thousand, baked by scripts/bake-common-passwords.ts. */
const COMMON: ReadonlySet<string> = new Set(readFileSync(LIST, 'utf8').trim().split('\n'))

/** Refuses VALIDATION at `field` a password that a guesser would soon come to, knowing how the account is called. */
export function refuseGuessable(
  password: string,
  field: string,
  account: Parameters<typeof wordsOfAccount>[0],
): void {
  if (isGuessable(password, { common: COMMON, own: wordsOfAccount(account) }))
    throw new Refusal('VALIDATION', TOO_WEAK, field)
}

/** Runs work through a door: at most so much of it at once, the rest waits its turn. */
type HashingLimit = <T>(work: () => Promise<T>) => Promise<T>

/**
 * `width`: how much may run at once; `queue`: how many may wait for it.
 * The gate refuses OVERLOADED to whoever comes after those, so that a flood cannot fill the memory.
 */
export function makeHashingLimit({ width, queue }: { width: number; queue: number }): HashingLimit {
  let free = width
  const waiting: (() => void)[] = []

  async function enter(): Promise<void> {
    if (free > 0) {
      free--
      return
    }
    if (waiting.length >= queue)
      throw new Refusal(
        'OVERLOADED',
        'Сейчас слишком много входов. Повторите чуть позже.',
        undefined,
        {
          retryAfterSeconds: 5,
        },
      )
    await new Promise<void>((enterNow) => waiting.push(enterNow))
  }

  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
  }

  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

// OWASP's smallest argon2id (the package's default kind); memory in KiB.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash that no password has: 16 zero bytes of salt, 32 zero bytes of hash, and the work of a real one. */
export const NOBODYS_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

export type Passwords = {
  hash(password: string): Promise<string>
  /** Whether it is the password of that hash. Without a hash the same work is done and the answer is no. */
  verify(passwordHash: string | null, password: string): Promise<boolean>
}

/**
 * Refuses VALIDATION at `field` a new password that is the old one. It answers what the password is,
 * so it comes after a check of the current password, or where a wrong guess sets another.
 */
export async function refuseSamePassword(
  passwords: Passwords,
  passwordHash: string,
  { password, field }: { password: string; field: string },
): Promise<void> {
  if (await passwords.verify(passwordHash, password))
    throw new Refusal('VALIDATION', 'Это нынешний пароль. Придумайте другой.', field)
}

/** Argon2id on worker threads, four at once: a flood of logins must not starve the queue of a concert. */
export function makePasswords(): Passwords {
  const hashing = makeHashingLimit({ width: 4, queue: 1000 })
  return {
    hash: (password) => hashing(() => hash(password, COST)),
    verify: (passwordHash, password) =>
      hashing(() => verify(passwordHash ?? NOBODYS_HASH, password)),
  }
}
