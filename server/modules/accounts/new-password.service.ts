import { checkNewPasswordPair } from '#domain/account.ts'
import { FRESH_TOKEN_MS } from '#domain/login.ts'
import { checkTogether } from '#domain/fields.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Sql } from '../../platform/db/open.ts'
import { inTransaction } from '../../platform/db/tx.ts'
import { passwordOf, savePassword } from './accounts.store.ts'
import { refuseGuessable } from './passwords.ts'
import { passwordChangedLetter } from './letters.ts'
import type { LoginTries } from './login-tries.service.ts'
import type { Passwords } from './passwords.ts'
import { refuseSamePassword } from './passwords.ts'
import type { TellOwner } from './mailer.ts'
import type { HeldToken, Tokens } from './tokens.service.ts'
import { removeTokens } from './tokens.store.ts'

export type NewPasswordDeps = {
  sql: Sql
  now: () => Date
  passwords: Passwords
  tokens: Tokens
  tries: LoginTries
  tellOwner: TellOwner
}

export type PasswordChange = {
  /** The token of the call: an old one does not stand for the person. */
  readonly token: HeldToken
  readonly password: string
  readonly passwordConfirm: string
  readonly currentPassword?: string | undefined
  /** The network address of the caller, for the letter. */
  readonly address: string
}

/** How strangers know the account, which its password must not tell. */
type KnownAs = { readonly username: string; readonly email: string; readonly name: string }

const CURRENT = 'currentPassword'

/** Guesses of somebody who is in are counted apart, so that they do not keep the musician from logging in. */
const guessedBy = (artistId: string) => `change ${artistId}`

/** How a musician who is in sets another password. */
export function makeNewPassword(deps: NewPasswordDeps) {
  const { sql, now, passwords, tokens, tries, tellOwner } = deps

  /** Gives the new password. Refuses VALIDATION as changePassword does, but for a wrong current one. */
  function checkPasswordChange(change: PasswordChange, account: KnownAs): string {
    const old = now().getTime() - change.token.openedAt.getTime() > FRESH_TOKEN_MS
    const { password } = checkTogether({
      guessable: () => refuseGuessable(change.password, 'password', account),
      password: () => checkNewPasswordPair(change.password, change.passwordConfirm),
      current: () => {
        if (old && !change.currentPassword)
          throw new Refusal('VALIDATION', 'Введите текущий пароль', CURRENT)
      },
    })
    return password
  }

  /**
   * Proves that whoever is in knows the password. Refuses VALIDATION at `currentPassword` one that is
   * missing or wrong, and TOO_MANY after many wrong ones. The caller limits how often it may be tried.
   */
  async function provePassword(artistId: string, typed: string | undefined): Promise<void> {
    if (!typed) throw new Refusal('VALIDATION', 'Введите текущий пароль', CURRENT)
    const tried = { account: guessedBy(artistId), from: 'a token', real: true }
    const key = await tries.begin(tried)
    const { passwordHash } = await passwordOf(sql, artistId)
    if (!(await passwords.verify(passwordHash, typed)))
      throw new Refusal('VALIDATION', 'Текущий пароль не подошёл', CURRENT)
    await inTransaction(sql, (tx) => tries.right(tx, key))
  }

  return {
    checkPasswordChange,
    provePassword,

    /**
     * Sets another password: every token dies, the caller gets a new one, the owner a letter.
     * `alongside` is saved in the same transaction. The caller limits how often it may be tried.
     * Refuses VALIDATION at `password` (also the one that it is), `passwordConfirm` and
     * `currentPassword` (demanded of an old token), TOO_MANY after many wrong ones, and NO_TOKEN where the token died meanwhile.
     */
    async changePassword(
      artistId: string,
      change: PasswordChange,
      alongside: (tx: Sql) => Promise<void> = async () => {},
    ): Promise<{ token: string }> {
      const account = await passwordOf(sql, artistId)
      const password = checkPasswordChange(change, account)
      if (change.currentPassword) await provePassword(artistId, change.currentPassword)
      await refuseSamePassword(passwords, account.passwordHash, { password, field: 'password' })
      const hash = await passwords.hash(password)
      const token = await inTransaction(sql, async (tx) => {
        await savePassword(tx, artistId, hash)
        // A recovery that came first has killed this token, and its password stays.
        if (!(await removeTokens(tx, artistId)).includes(change.token.hash))
          throw new Refusal('NO_TOKEN', 'Войдите, чтобы продолжить')
        await tries.startAnew(tx, artistId)
        await tries.startAnew(tx, guessedBy(artistId))
        await alongside(tx)
        return tokens.open(tx, artistId)
      })
      tellOwner(artistId, change.address, passwordChangedLetter)
      return { token }
    },
  }
}
