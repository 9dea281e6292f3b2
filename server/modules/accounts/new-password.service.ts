import { createHmac } from 'node:crypto'
import { RESEND_SECONDS, checkNewPasswordPair } from '#domain/accounts/account.ts'
import { checkTogether } from '#domain/fields.ts'
import { FRESH_TOKEN_MS, noLogin } from '#domain/accounts/login.ts'
import {
  checkRecoveryCode,
  checkRecoveryLogin,
  isRecoveryLink,
  wrongRecoveryCode,
} from '#domain/accounts/recovery.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/context.ts'
import { logSecurity } from '#server/platform/lifecycle/security-log.ts'
import { findLogin, passwordOf, savePassword } from './accounts.store.ts'
import { checkCode, checkLink, issueCode, spendCode } from './codes.service.ts'
import { removeCode, voidCodes } from './codes.store.ts'
import { beginLoginTry, isOwnNetwork, resetLoginTries } from './login-tries.service.ts'
import { forgiveTries } from './login-tries.store.ts'
import { mailLater, mailOwner, passwordChangedMail, recoveryMail } from './mailer.service.ts'
import { refuseGuessable, refuseLeaked, refuseSamePassword } from './passwords.ts'
import { endSessions, openToken } from './tokens.service.ts'
import type { CallerToken } from './tokens.service.ts'

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

/**
 * Saves another password: every token is removed, the caller gets a new one, the owner gets an e-mail. `alongside` runs
 * in the same transaction. The caller limits the rate. Refuses VALIDATION at `password` (also when it is the current
 * one), `passwordConfirm` and `currentPassword` (required with an old token), TOO_MANY after many wrong ones, and
 * NO_TOKEN when the token was removed meanwhile.
 */
export async function changePassword(
  ctx: Context,
  artistId: string,
  change: PasswordChange,
  alongside: (inside: Context) => Promise<void>,
): Promise<{ token: string }> {
  const account = await passwordOf(ctx.sql, artistId)
  const password = checkPasswordChange(ctx, change, account)
  if (change.currentPassword) await provePassword(ctx, artistId, change.currentPassword)
  await refuseSamePassword(ctx.passwords, account.passwordHash, { password, field: 'password' })
  await refuseLeaked(ctx, password, 'password')
  const hash = await ctx.passwords.hash(password)
  const token = await transaction(ctx, async (inside) => {
    await savePassword(inside.sql, artistId, hash, inside.now())
    // A recovery that committed first has removed this token, and its password stays.
    const removed = await endSessions(inside, artistId)
    const own = removed.find(({ tokenHash }) => tokenHash === change.token.hash)
    if (own === undefined) throw noLogin()
    await resetLoginTries(inside, artistId)
    await resetLoginTries(inside, guessedBy(artistId))
    await alongside(inside)
    return openToken(inside, artistId, own)
  })
  logSecurity(ctx, 'password changed', { account: artistId, network: change.address })
  mailOwner(ctx, artistId, change.address, passwordChangedMail)
  return { token }
}

/** Returns the new password. Refuses VALIDATION as changePassword does, except for a wrong current one. */
export function checkPasswordChange(
  ctx: Context,
  change: PasswordChange,
  account: KnownAs,
): string {
  const old = ctx.now().getTime() - change.token.openedAt.getTime() > FRESH_TOKEN_MS
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
export async function provePassword(
  ctx: Context,
  artistId: string,
  typed: string | undefined,
): Promise<void> {
  if (!typed) throw new Refusal('VALIDATION', 'Введите текущий пароль', CURRENT)
  const tried = { account: guessedBy(artistId), from: 'a token', real: true }
  const key = await beginLoginTry(ctx, tried)
  const { passwordHash } = await passwordOf(ctx.sql, artistId)
  if (!(await ctx.passwords.verify(passwordHash, typed))) {
    logSecurity(ctx, 'wrong password', { account: artistId })
    throw new Refusal('VALIDATION', 'Текущий пароль не подошёл', CURRENT)
  }
  await transaction(ctx, ({ sql, now }) => forgiveTries(sql, key, now()))
}

type Reset = {
  readonly usernameOrEmail: string
  readonly code: string
  readonly newPassword: string
  readonly newPasswordConfirm: string
  /** The network address of the caller, for the e-mail. */
  readonly address: string
  /** The device that may have asked for the code. */
  readonly device: string | null
}

const PURPOSE = 'reset'

// No response about a forgotten password may show whether an account exists: an unknown name costs the same work, gets
// the same text and waits as long.

/**
 * Mails a code and a link to the owner of a nickname or an address, after the response. Waiting times are counted by
 * the typed text and the network; networks with a correct login have an allowance of their own. When the address itself is over its limit, nothing is sent, in silence, and its last code stays
 * valid. Refuses VALIDATION, RESEND_TOO_SOON, TOO_MANY, and MAIL_DOWN, for which the mail server is asked in every
 * case, after which nothing counts as sent.
 */
export async function forgotPassword(
  ctx: Context,
  usernameOrEmail: string,
  { network, device }: { readonly network: string; readonly device: string },
): Promise<{ resendAfterSeconds: number }> {
  const { sql, publicUrl } = ctx
  const login = checkRecoveryLogin(usernameOrEmail)
  const asker = placeholderEmail(ctx, 'asked for', `${login} ${network}`)
  const asked = await issueCode(ctx, { email: asker, purpose: PURPOSE })
  try {
    await ctx.mail.ready()
  } catch (error) {
    await removeCode(sql, asked.id)
    throw error
  }
  const account = await findLogin(sql, login)
  const known = await isOwnNetwork(ctx, account?.id ?? login, network)
  const to = account?.email ?? placeholderEmail(ctx, 'nobody', login)
  const sent = await issueIfAllowed(ctx, { email: to, purpose: PURPOSE, device, known })
  if (account !== undefined && sent !== null) {
    const message = recoveryMail({ ...sent, username: account.username, publicUrl })
    const { email } = account
    mailLater(
      ctx,
      () => ({ to: email, ...message }),
      () => removeCode(sql, sent.id),
    )
  }
  return { resendAfterSeconds: RESEND_SECONDS }
}

// The stand-in contains no @, so it cannot be a real address; the typed text is stored only as a keyed hash.
function placeholderEmail(
  { codeSecret }: Context,
  kind: 'asked for' | 'nobody',
  login: string,
): string {
  const mark = createHmac('sha256', codeSecret).update(login).digest('base64url')
  return `${kind}: ${mark}`
}

/** A code for this address; null when it is over its limit of codes. */
async function issueIfAllowed(ctx: Context, sent: Parameters<typeof issueCode>[1]) {
  try {
    return await issueCode(ctx, sent)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/**
 * Saves another password by the code from the e-mail, on the device that asked for it, or by its link: all codes and
 * links are spent, every token is removed, the owner gets an e-mail. Refuses VALIDATION with every wrong field; at `code` with one text for every reason.
 */
export async function resetPassword(ctx: Context, reset: Reset): Promise<void> {
  const { login, code, password } = checkTogether({
    login: () => checkRecoveryLogin(reset.usernameOrEmail),
    code: () => checkRecoveryCode(reset.code),
    // Uses the typed text, so that an unknown name gets the same response.
    guessable: () =>
      refuseGuessable(reset.newPassword, 'newPassword', {
        username: reset.usernameOrEmail.replace(/@.*$/u, ''),
      }),
    password: () => checkNewPasswordPair(reset.newPassword, reset.newPasswordConfirm, 'recovery'),
  })
  const account = await findLogin(ctx.sql, login)
  const email = account?.email ?? placeholderEmail(ctx, 'nobody', login)
  const { device } = reset
  const tried = { email, purpose: PURPOSE, code, device, refuse: wrongRecoveryCode } as const
  const codeId = await (isRecoveryLink(code) ? checkLink(ctx, tried) : checkCode(ctx, tried))
  if (account === undefined) throw wrongRecoveryCode()
  // Only a caller with a valid code gets this; the code stays valid for another password.
  await refuseSamePassword(ctx.passwords, account.passwordHash, { password, field: 'newPassword' })
  await refuseLeaked(ctx, password, 'newPassword')
  const hash = await ctx.passwords.hash(password)
  await transaction(ctx, async (inside) => {
    await spendCode(inside, codeId, wrongRecoveryCode)
    await voidCodes(inside.sql, { email, purpose: PURPOSE }, inside.now())
    await savePassword(inside.sql, account.id, hash, inside.now())
    await endSessions(inside, account.id)
    await resetLoginTries(inside, account.id)
    await resetLoginTries(inside, guessedBy(account.id))
  })
  logSecurity(ctx, 'password recovered', { account: account.id, network: reset.address })
  mailOwner(ctx, account.id, reset.address, passwordChangedMail)
}
