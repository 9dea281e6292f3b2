import { readFileSync } from 'node:fs'
import { TOO_WEAK } from '#domain/account.ts'
import { isGuessable, wordsOfAccount } from '#domain/guessable.ts'
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
