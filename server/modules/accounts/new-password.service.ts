import { createHmac } from 'node:crypto'
import { RESEND_SECONDS, checkNewPasswordPair } from '#domain/accounts/account.ts'
import { checkTogether } from '#domain/fields.ts'
import { FRESH_TOKEN_MS } from '#domain/accounts/login.ts'
import {
  checkRecoveryCode,
  checkRecoveryLogin,
  wrongRecoveryCode,
} from '#domain/accounts/recovery.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Mail } from '#server/integrations/mail/mail.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { findLogin, passwordOf, savePassword } from './accounts.store.ts'
import type { Codes } from './codes.service.ts'
import type { LoginTries } from './login-tries.service.ts'
import type { Mailer, MailOwner } from './mailer.ts'
import { passwordChangedMail, recoveryMail } from './mailer.ts'
import { refuseGuessable, refuseSamePassword } from './passwords.ts'
import type { Passwords } from './passwords.ts'
import type { CallerToken, Tokens } from './tokens.service.ts'
import { removeTokens } from './tokens.store.ts'

type NewPasswordDeps = {
  sql: Sql
  now: () => Date
  passwords: Passwords
  tokens: Tokens
  tries: LoginTries
  mailOwner: MailOwner
}

type PasswordChange = {
  /** The token of the request: an old one does not prove the person. */
  readonly token: CallerToken
  readonly password: string
  readonly passwordConfirm: string
  readonly currentPassword?: string | undefined
  /** The network address of the caller, for the e-mail. */
  readonly address: string
}

/** The public names of the account, which its password must not contain. */
type KnownAs = { readonly username: string; readonly email: string; readonly name: string }

const CURRENT = 'currentPassword'

/** Password guesses inside a session are counted apart, so that they do not block the musician's logins. */
const guessedBy = (artistId: string) => `change ${artistId}`

/** Changes the password of a musician who is logged in. */
export function makeNewPassword(deps: NewPasswordDeps) {
  const { sql, now, passwords, tokens, tries, mailOwner } = deps

  /** Returns the new password. Refuses VALIDATION as changePassword does, except for a wrong current one. */
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
   * Checks the current password of a session. Refuses VALIDATION at `currentPassword` when it is missing or wrong, and
   * TOO_MANY after many wrong ones. The caller limits the rate.
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
     * Saves another password: every token is removed, the caller gets a new one, the owner gets an e-mail. `alongside`
     * runs in the same transaction. The caller limits the rate. Refuses VALIDATION at `password` (also when it is the
     * current one), `passwordConfirm` and `currentPassword` (required with an old token), TOO_MANY after many wrong
     * ones, and NO_TOKEN when the token was removed meanwhile.
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
        // A recovery that committed first has removed this token, and its password stays.
        if (!(await removeTokens(tx, artistId)).includes(change.token.hash))
          throw new Refusal('NO_TOKEN', 'Войдите, чтобы продолжить')
        await tries.resetTries(tx, artistId)
        await tries.resetTries(tx, guessedBy(artistId))
        await alongside(tx)
        return tokens.open(tx, artistId)
      })
      mailOwner(artistId, change.address, passwordChangedMail)
      return { token }
    },
  }
}

type RecoveryDeps = {
  sql: Sql
  mail: Mail
  codes: Codes
  mailer: Mailer
  mailOwner: MailOwner
  passwords: Passwords
  tries: Pick<LoginTries, 'resetTries'>
  codeSecret: string
  /** The address of the site, for the link in the e-mail. */
  publicUrl: string
}

type Reset = {
  readonly usernameOrEmail: string
  readonly code: string
  readonly newPassword: string
  readonly newPasswordConfirm: string
  /** The network address of the caller, for the e-mail. */
  readonly address: string
}

const PURPOSE = 'reset'

/**
 * Sets another password for a musician who forgot it. No response may show whether an account exists: an unknown name
 * costs the same work, gets the same text and waits as long.
 */
export function makeRecovery(deps: RecoveryDeps) {
  const { sql, mail, codes, mailer, mailOwner, passwords, tries, codeSecret, publicUrl } = deps

  // The stand-in contains no @, so it cannot be a real address; the typed text is stored only as a keyed hash.
  function placeholderEmail(kind: 'asked for' | 'nobody', login: string): string {
    const mark = createHmac('sha256', codeSecret).update(login).digest('base64url')
    return `${kind}: ${mark}`
  }

  /** A code for this address; null when it is over its limit of codes. */
  async function issueIfAllowed(to: string) {
    try {
      return await codes.issue(to, PURPOSE)
    } catch (error) {
      if (error instanceof Refusal) return null
      throw error
    }
  }

  return {
    /**
     * Mails a code and a link to the owner of a nickname or an address, after the response. Waiting times are counted
     * by the typed text; when the address itself is over its limit, nothing is sent, in silence, and its last code
     * stays valid. Refuses VALIDATION, RESEND_TOO_SOON, TOO_MANY, and MAIL_DOWN, for which the mail server is asked in
     * every case, after which nothing counts as sent.
     */
    async forgotPassword(usernameOrEmail: string): Promise<{ resendAfterSeconds: number }> {
      const login = checkRecoveryLogin(usernameOrEmail)
      const asked = await codes.issue(placeholderEmail('asked for', login), PURPOSE)
      try {
        await mail.ready()
      } catch (error) {
        await codes.withdraw(asked.id)
        throw error
      }
      const account = await findLogin(sql, login)
      const sent = await issueIfAllowed(account?.email ?? placeholderEmail('nobody', login))
      if (account !== undefined && sent !== null) {
        const message = recoveryMail({ ...sent, username: account.username, publicUrl })
        const { email } = account
        mailer.post(
          () => ({ to: email, ...message }),
          () => codes.withdraw(sent.id),
        )
      }
      return { resendAfterSeconds: RESEND_SECONDS }
    },

    /**
     * Saves another password by the code from the e-mail: the code is spent, every token is removed, the owner gets an
     * e-mail. Refuses VALIDATION with every wrong field; at `code` with one text for every reason.
     */
    async resetPassword(reset: Reset): Promise<void> {
      const { login, code, password } = checkTogether({
        login: () => checkRecoveryLogin(reset.usernameOrEmail),
        code: () => checkRecoveryCode(reset.code),
        // Uses the typed text, so that an unknown name gets the same response.
        guessable: () =>
          refuseGuessable(reset.newPassword, 'newPassword', {
            username: reset.usernameOrEmail.replace(/@.*$/u, ''),
          }),
        password: () =>
          checkNewPasswordPair(reset.newPassword, reset.newPasswordConfirm, 'recovery'),
      })
      const account = await findLogin(sql, login)
      const email = account?.email ?? placeholderEmail('nobody', login)
      const tried = { email, purpose: PURPOSE, code, refuse: wrongRecoveryCode } as const
      const codeId = await codes.checkCode(tried)
      if (account === undefined) throw wrongRecoveryCode()
      // Only a caller with a valid code gets this; the code stays valid for another password.
      await refuseSamePassword(passwords, account.passwordHash, { password, field: 'newPassword' })
      const hash = await passwords.hash(password)
      await inTransaction(sql, async (tx) => {
        await codes.use(tx, codeId, wrongRecoveryCode)
        await savePassword(tx, account.id, hash)
        await removeTokens(tx, account.id)
        await tries.resetTries(tx, account.id)
      })
      mailOwner(account.id, reset.address, passwordChangedMail)
    },
  }
}
