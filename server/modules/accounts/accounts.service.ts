import { createHmac } from 'node:crypto'
import type { Signup } from '#domain/accounts/account.ts'
import {
  checkSignup,
  checkUsername,
  RESEND_SECONDS,
  usernameKey,
} from '#domain/accounts/account.ts'
import { CONSENT, PAYOUT_LETTERS } from '#domain/documents.ts'
import { checkEmail, checkTogether } from '#domain/fields.ts'
import { loginKey, normalForm } from '#domain/normal-form.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/context.ts'
import { afterCommit, brokeUnique } from '#server/platform/db/tx.ts'
import { logSecurity } from '#server/platform/lifecycle/security-log.ts'
import {
  addArtist,
  bringBack,
  dropConsent,
  findLogin,
  saveConsent,
  isPasswordUnchanged,
  linkConsents,
  ownAccount,
  findTaken,
  rememberDevice,
  saveAgreement,
  saveOwnConsent,
  savePassword,
} from './accounts.store.ts'
import {
  checkCode,
  mailCode,
  normalizeCode,
  signupCodeRefusal,
  spendCode,
} from './codes.service.ts'
import { hashTypedCode, spendRecoveryCode } from '../security/recovery-codes.service.ts'
import { beginLoginTry, isOwnNetwork } from './login-tries.service.ts'
import { forgiveTries } from './login-tries.store.ts'
import { mailOwner, newDeviceMail, signupCodeMail } from './mailer.service.ts'
import { refuseGuessable, refuseLeaked } from './passwords.ts'
import { openToken, originOf } from './tokens.service.ts'
import { endOldLinks, isReserved } from './usernames.store.ts'

type NewAccount = Parameters<typeof checkSignup>[0] & {
  readonly partnerId: string | null
  readonly verificationCode: string
}

/** `back`: the account was being deleted, and is not any more. */
type OpenedLogin = { readonly token: string; readonly back?: true }

/** Who logs in. */
export type LoginCaller = {
  /** The id in his signed cookie, or a new one. */
  readonly device: string
  readonly address: string
  readonly userAgent: string
}

const USERNAME_TAKEN = 'Никнейм занят'
const EMAIL_TAKEN = 'email уже используется'
const CODE_FIELD = 'verificationCode'

function refuseWhere(wrong: boolean, field: string, text: string): void {
  if (wrong) throw new Refusal('VALIDATION', text, field)
}

/** False for a reserved name too. Refuses VALIDATION at `username` for what cannot be a nickname. */
export async function isUsernameFree(ctx: Context, username: string): Promise<boolean> {
  try {
    checkUsername(username)
  } catch (error) {
    // A reserved page name is refused with the text of a taken one.
    if (error instanceof Refusal && error.message === USERNAME_TAKEN) return false
    throw error
  }
  const taken = await findTaken(ctx.sql, { usernameKey: username.toLowerCase(), email: '' })
  return !taken.username && !(await isReservedName(ctx, username))
}

/** Whether another artist left it lately; false for what cannot be a nickname. */
async function isReservedName(ctx: Context, username: string): Promise<boolean> {
  const key = usernameKey(username)
  return key !== null && isReserved(ctx.sql, { key, at: ctx.now() })
}

export const emailTaken = () => new Refusal('VALIDATION', EMAIL_TAKEN, 'email')

/** `asker`: the account that may have it itself. Refuses VALIDATION at `email` for what is not an address. */
export async function isEmailFree(ctx: Context, email: string, asker?: string): Promise<boolean> {
  const taken = await findTaken(ctx.sql, { usernameKey: '', email: checkEmail(email), asker })
  return !taken.email
}

/** Mails a code for a sign-up on the device that asks for it. */
export async function sendSignupCode(
  ctx: Context,
  email: string,
  {
    device,
    consent,
    payoutLetters = false,
  }: { device: string; consent: boolean; payoutLetters?: boolean | undefined },
): Promise<{ resendAfterSeconds: number }> {
  const { to } = checkTogether({
    to: () => checkEmail(email),
    consent: () =>
      refuseWhere(
        !consent,
        'consentEmail',
        'Без согласия на обработку персональных данных письмо отправить нельзя.',
      ),
  })
  const taken = await findTaken(ctx.sql, { usernameKey: '', email: to })
  refuseWhere(taken.email, 'email', EMAIL_TAKEN)
  const agreed = [
    { document: 'privacy', version: ctx.site.privacyEdition },
    { document: 'consent', version: CONSENT.date },
  ] as const
  for (const one of agreed) await saveConsent(ctx.sql, { ...one, email: to, at: ctx.now() })
  const letters = { email: to, document: 'notifications' } as const
  if (payoutLetters)
    await saveConsent(ctx.sql, { ...letters, version: PAYOUT_LETTERS.date, at: ctx.now() })
  // He may have ticked it for the code before.
  else await dropConsent(ctx.sql, letters)
  await mailCode(ctx, { email: to, purpose: 'signup', device, message: signupCodeMail })
  return { resendAfterSeconds: RESEND_SECONDS }
}

/**
 * Creates an account and returns its first token. Refuses VALIDATION with every wrong field; a refusal for another
 * reason than the code does not spend the code.
 */
export async function signUp(
  ctx: Context,
  form: NewAccount,
  { device, ...from }: LoginCaller,
): Promise<string> {
  const signup = await checkForm(ctx, form)
  await refuseLeaked(ctx, signup.password, 'password')
  const codeId = await checkCode(ctx, {
    email: signup.email,
    purpose: 'signup',
    code: form.verificationCode,
    device,
    refuse: signupCodeRefusal,
  })
  const passwordHash = await ctx.passwords.hash(signup.password)
  const origin = await originOf(ctx, from)
  const partnerId = form.partnerId?.replace(/\p{Cc}/gu, '').trim() || null
  try {
    return await transaction(ctx, async (inside) => {
      const { sql, now } = inside
      const id = await addArtist(sql, { ...signup, passwordHash, partnerId, at: now() })
      // After the insert, to see an artist who left the nickname at the same moment.
      const key = signup.username.toLowerCase()
      refuseWhere(await isReserved(sql, { key, at: now() }), 'username', USERNAME_TAKEN)
      if (await endOldLinks(sql, key, id)) afterCommit(sql, ctx.names.changed)
      await spendCode(inside, codeId, signupCodeRefusal)
      await linkConsents(sql, signup.email, id)
      await rememberDevice(sql, { artistId: id, ...hashedDevice(ctx, device), at: now() })
      return openToken(inside, id, origin)
    })
  } catch (error) {
    // It was taken after the check.
    refuseWhere(brokeUnique(error, 'artists_username_key_key'), 'username', USERNAME_TAKEN)
    refuseWhere(brokeUnique(error, 'artists_email_key'), 'email', EMAIL_TAKEN)
    throw error
  }
}

/** Checks every field that can be refused without spending a try of the code. */
async function checkForm(ctx: Context, form: NewAccount): Promise<Signup> {
  const taken = await findTaken(ctx.sql, {
    usernameKey: form.username.toLowerCase(),
    email: form.email.trim().normalize('NFC').toLowerCase(),
  })
  const reserved = await isReservedName(ctx, form.username)
  const { signup } = checkTogether({
    // The other password rules override this message.
    guessable: () => refuseGuessable(form.password, 'password', form),
    signup: () => checkSignup(form),
    username: () => refuseWhere(taken.username || reserved, 'username', USERNAME_TAKEN),
    email: () => refuseWhere(taken.email, 'email', EMAIL_TAKEN),
    code: () =>
      refuseWhere(
        normalizeCode(form.verificationCode) === '',
        CODE_FIELD,
        'Введите код подтверждения.',
      ),
  })
  return signup
}

// Hashed with a key, so that it leads to no order of a listener.
function hashedDevice({ codeSecret, formerCodeSecrets }: Context, id: string) {
  const by = (secret: string) =>
    createHmac('sha256', secret).update(`device ${id}`).digest('base64url')
  return { hash: by(codeSecret), former: formerCodeSecrets.map(by) }
}

function wrongCredentials(): Refusal {
  return new Refusal('WRONG_CREDENTIALS', 'Неверный никнейм, email или пароль.')
}

/** Whether a correct login of this nickname or address came from the network lately; the same work for an unknown one. */
export async function isAtHome(
  ctx: Context,
  usernameOrEmail: string,
  network: string,
): Promise<boolean> {
  const login = loginKey(usernameOrEmail)
  return isOwnNetwork(ctx, (await findLogin(ctx.sql, login))?.id ?? login, network)
}

/**
 * Opens a login; a recovery code opens a login in place of the password, once. As `openLogin`, and refuses WRONG_CREDENTIALS, and TOO_MANY after
 * many wrong tries; the text and the amount of work are the same whether or not the account exists.
 */
export async function logIn(
  ctx: Context,
  usernameOrEmail: string,
  password: string,
  { network, ...from }: LoginCaller & { readonly network: string },
): Promise<OpenedLogin> {
  const login = loginKey(usernameOrEmail)
  const account = await findLogin(ctx.sql, login)
  const key = await beginLoginTry(ctx, {
    account: account?.id ?? login,
    from: network,
    real: account !== undefined,
  })
  const wrong = () => {
    logSecurity(ctx, 'wrong login', { account: account?.id ?? login, network })
    return wrongCredentials()
  }
  const right = await ctx.passwords.verify(account?.passwordHash ?? null, password)
  const code = right ? null : await hashTypedCode(password, account?.id ?? login)
  if (account === undefined || (!right && code === null)) throw wrong()
  const renewed = right ? await normalHash(ctx, account.passwordHash, password) : null
  return openLogin(ctx, account, from, {
    proved: code !== null,
    async admit(inside) {
      const { sql, now } = inside
      // The password may have been changed since, and that ended every older token.
      if (!(await isPasswordUnchanged(sql, account))) throw wrongCredentials()
      if (code !== null && !(await spendRecoveryCode(inside, account.id, code))) throw wrong()
      if (renewed !== null) await savePassword(sql, account.id, renewed)
      await forgiveTries(sql, key, now())
    },
  })
}

/**
 * Opens a login; an account that is being deleted comes back, and the owner gets an e-mail about a
 * new device. `admit` runs in the same transaction and throws where there is none; `proved`: by a key, or a code in its
 * place; `openedBy`: that key. Refuses NOT_YOURS for a blocked account.
 */
export async function openLogin(
  ctx: Context,
  account: { readonly id: string; readonly blockedAt: Date | null },
  { device, ...from }: LoginCaller,
  {
    proved,
    openedBy = null,
    admit,
  }: { proved: boolean; openedBy?: string | null; admit: (inside: Context) => Promise<void> },
): Promise<OpenedLogin> {
  const origin = await originOf(ctx, from)
  const { token, back, seen } = await transaction(ctx, async (inside) => {
    const { sql, now } = inside
    await admit(inside)
    // Only to its owner: to others a blocked account is like any.
    if (account.blockedAt !== null)
      throw new Refusal('NOT_YOURS', 'Аккаунт заблокирован. Напишите в поддержку.')
    const wasLeaving = await bringBack(sql, account.id)
    if (wasLeaving) afterCommit(sql, ctx.names.changed)
    const used = { artistId: account.id, ...hashedDevice(ctx, device), at: now() }
    return {
      back: wasLeaving,
      token: await openToken(inside, account.id, {
        ...origin,
        provedAt: proved ? now() : null,
        openedBy,
      }),
      seen: await rememberDevice(sql, used),
    }
  })
  const who = { account: account.id, network: from.address }
  logSecurity(ctx, proved ? 'login by a key' : 'login', who)
  if (seen === 'new') logSecurity(ctx, 'login with a new device', who)
  if (seen === 'new') mailOwner(ctx, account.id, from.address, newDeviceMail)
  return { token, ...(back && { back }) }
}

/** Returns the hash that replaces one of a password as it was typed, since other devices type it otherwise; null where it need not. */
async function normalHash(
  { passwords }: Context,
  passwordHash: string,
  password: string,
): Promise<string | null> {
  const normal = normalForm(password)
  if (normal === password || (await passwords.verify(passwordHash, normal))) return null
  return passwords.hash(normal)
}

/** The owner agrees to the present edition of the consent. Refuses ILLEGAL_STEP where another one was read. */
export async function agree(ctx: Context, artistId: string, edition: string): Promise<void> {
  if (edition !== CONSENT.date)
    throw new Refusal('ILLEGAL_STEP', 'Вышла новая редакция. Обновите страницу и прочитайте её.')
  await transaction(ctx, ({ sql, now }) => saveAgreement(sql, artistId, now()))
}

/** The owner agrees to letters about his payouts. */
export const agreeToPayoutLetters = ({ sql, now }: Context, artistId: string) =>
  saveOwnConsent(sql, artistId, {
    document: 'notifications',
    version: PAYOUT_LETTERS.date,
    at: now(),
  })

/** The e-mail of an account, the letters that its owner wants, and when its password was changed. */
export const accountSafety = ({ sql }: Context, artistId: string) => ownAccount(sql, artistId)
