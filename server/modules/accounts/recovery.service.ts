import { createHmac } from 'node:crypto'
import { checkNewPasswordPair, RESEND_SECONDS } from '#domain/account.ts'
import { checkTogether } from '#domain/fields.ts'
import { checkRecoveryCode, checkRecoveryLogin, wrongRecoveryCode } from '#domain/recovery.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Sql } from '../../platform/db/open.ts'
import { inTransaction } from '../../platform/db/tx.ts'
import type { Mail } from '../../integrations/mail/mail.ts'
import { findLogin, savePassword } from './accounts.store.ts'
import type { Codes } from './codes.service.ts'
import type { Courier } from './mailer.ts'
import { refuseGuessable } from './passwords.ts'
import { passwordChangedLetter, recoveryLetter } from './letters.ts'
import type { LoginTries } from './login-tries.service.ts'
import type { TellOwner } from './mailer.ts'
import type { Passwords } from './passwords.ts'
import { refuseSamePassword } from './passwords.ts'
import { removeTokens } from './tokens.store.ts'

export type RecoveryDeps = {
  sql: Sql
  mail: Mail
  codes: Codes
  courier: Courier
  tellOwner: TellOwner
  passwords: Passwords
  tries: Pick<LoginTries, 'startAnew'>
  codeSecret: string
  /** The address of the site, which the link in the letter begins with. */
  publicUrl: string
}

export type Reset = {
  readonly usernameOrEmail: string
  readonly code: string
  readonly newPassword: string
  readonly newPasswordConfirm: string
  /** The network address of the caller, for the letter. */
  readonly address: string
}

const PURPOSE = 'reset'

/**
 * How a musician who forgot the password sets another. Nothing here may tell whether an account
 * exists: an unknown name costs the same work, is told the same, and waits as long.
 */
export function makeRecovery(deps: RecoveryDeps) {
  const { sql, mail, codes, courier, tellOwner, passwords, tries, codeSecret, publicUrl } = deps

  // No address lacks an @, so neither of these can be one; what a stranger typed is not kept as it is.
  function standIn(kind: 'asked for' | 'nobody', login: string): string {
    const mark = createHmac('sha256', codeSecret).update(login).digest('base64url')
    return `${kind}: ${mark}`
  }

  /** A code for this address; null where it had one just now or too many. */
  async function issueInSilence(to: string) {
    try {
      return await codes.issue(to, PURPOSE)
    } catch (error) {
      if (error instanceof Refusal) return null
      throw error
    }
  }

  return {
    /**
     * Mails a code and a link to the owner of a nickname or an address, when the answer has gone.
     * Waiting times are counted for what was typed; the address itself is spared in silence, and the
     * code that it has goes on. Refuses VALIDATION, RESEND_TOO_SOON, TOO_MANY, and MAIL_DOWN, for
     * which the mail server is asked in every case, after which nothing counts as sent.
     */
    async forgotPassword(usernameOrEmail: string): Promise<{ resendAfterSeconds: number }> {
      const login = checkRecoveryLogin(usernameOrEmail)
      const asked = await codes.issue(standIn('asked for', login), PURPOSE)
      try {
        await mail.ready()
      } catch (error) {
        await codes.withdraw(asked.id)
        throw error
      }
      const account = await findLogin(sql, login)
      const sent = await issueInSilence(account?.email ?? standIn('nobody', login))
      if (account !== undefined && sent !== null) {
        const letter = recoveryLetter({ ...sent, username: account.username, publicUrl })
        const { email } = account
        courier.post(
          () => ({ to: email, ...letter }),
          () => codes.withdraw(sent.id),
        )
      }
      return { resendAfterSeconds: RESEND_SECONDS }
    },

    /**
     * Sets another password by the code from the letter: the code is spent, every token dies, the
     * owner gets a letter. Refuses VALIDATION with every wrong field, and in one sentence at `code`
     * whatever does not open.
     */
    async resetPassword(reset: Reset): Promise<void> {
      const { login, code, password } = checkTogether({
        login: () => checkRecoveryLogin(reset.usernameOrEmail),
        code: () => checkRecoveryCode(reset.code),
        // By what was typed, so that an unknown name is told the same.
        guessable: () =>
          refuseGuessable(reset.newPassword, 'newPassword', {
            username: reset.usernameOrEmail.replace(/@.*$/u, ''),
          }),
        password: () =>
          checkNewPasswordPair(reset.newPassword, reset.newPasswordConfirm, 'recovery'),
      })
      const account = await findLogin(sql, login)
      const email = account?.email ?? standIn('nobody', login)
      const tried = { email, purpose: PURPOSE, code, refuse: wrongRecoveryCode } as const
      const codeId = await codes.judge(tried)
      if (account === undefined) throw wrongRecoveryCode()
      // Only the owner of the code learns that; the code stays good for another password.
      await refuseSamePassword(passwords, account.passwordHash, { password, field: 'newPassword' })
      const hash = await passwords.hash(password)
      await inTransaction(sql, async (tx) => {
        await codes.use(tx, codeId, wrongRecoveryCode)
        await savePassword(tx, account.id, hash)
        await removeTokens(tx, account.id)
        await tries.startAnew(tx, account.id)
      })
      tellOwner(account.id, reset.address, passwordChangedLetter)
    },
  }
}
