import { createHmac } from 'node:crypto'
import type { Signup } from '#domain/accounts/account.ts'
import {
  checkSignup,
  checkUsername,
  RESEND_SECONDS,
  usernameKey,
} from '#domain/accounts/account.ts'
import { EDITIONS } from '#domain/documents.ts'
import { checkEmail, checkTogether } from '#domain/fields.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { afterCommit, brokeUnique, inTransaction } from '#server/platform/db/tx.ts'
import type { Mail } from '#server/integrations/mail/mail.ts'
import {
  accountOf,
  addArtist,
  findLogin,
  saveConsent,
  isPasswordUnchanged,
  linkConsents,
  findTaken,
  rememberDevice,
} from './accounts.store.ts'
import { normalizeCode, makeCodes } from './codes.service.ts'
import type { CodeFault } from './codes.service.ts'
import type { MailerLog } from './mailer.ts'
import { makeMailer, newDeviceMail, signupCodeMail, makeOwnerMail } from './mailer.ts'
import { refuseGuessable, makePasswords } from './passwords.ts'
import { makeLoginTries } from './login-tries.service.ts'
import { makeNewPassword, makeRecovery } from './new-password.service.ts'
import type { Passwords } from './passwords.ts'
import { makeTokens } from './tokens.service.ts'
import { removeTokens } from './tokens.store.ts'
import { endOldLinks, isReserved } from './usernames.store.ts'

type AccountsDeps = {
  sql: Sql
  now: () => Date
  mail: Mail
  codeSecret: string
  /** The date of the privacy text that people agree to; a new edition needs a new agreement. */
  privacyEdition?: string
  /** The address of the site, for the links in e-mails. */
  publicUrl: string
  log: MailerLog
  passwords?: Passwords
  /** The country of a network address, in Russian. */
  placeOf?: (address: string) => Promise<string>
  /** After the commit: an artist took a nickname that another had left. */
  nameTaken?: () => void
}

type NewAccount = Parameters<typeof checkSignup>[0] & {
  readonly partnerId: string | null
  readonly verificationCode: string
}

const USERNAME_TAKEN = 'Никнейм занят'
const EMAIL_TAKEN = 'email уже используется'
const CODE_FIELD = 'verificationCode'

const CODE_FAULTS: Record<CodeFault, string> = {
  dead: 'Код больше не действует. Запросите новый.',
  wrong: 'Неверный код. Проверьте цифры из письма.',
  last: 'Неверный код, попытки кончились. Запросите новый.',
}

function refuseWhere(wrong: boolean, field: string, text: string): void {
  if (wrong) throw new Refusal('VALIDATION', text, field)
}

const refuseCode = (fault: CodeFault) => new Refusal('VALIDATION', CODE_FAULTS[fault], CODE_FIELD)

function wrongCredentials(): Refusal {
  return new Refusal('WRONG_CREDENTIALS', 'Неверный никнейм, email или пароль.')
}

/** Signs musicians up with a code from an e-mail, logs them in, issues tokens. */
export function makeAccounts({
  sql,
  now,
  mail,
  codeSecret,
  privacyEdition = EDITIONS.privacy,
  publicUrl,
  log,
  passwords = makePasswords(),
  placeOf = (address) => Promise.resolve(`адрес ${address}`),
  nameTaken = () => {},
}: AccountsDeps) {
  const codes = makeCodes({ sql, now, mail, secret: codeSecret })

  const tokens = makeTokens({ sql, now })
  const mailer = makeMailer(mail, log)
  const mailOwner = makeOwnerMail({ sql, now, mailer, placeOf })
  const tries = makeLoginTries({ sql, now, secret: codeSecret })
  const recovery = makeRecovery({
    sql,
    mail,
    codes,
    mailer,
    mailOwner,
    passwords,
    tries,
    codeSecret,
    publicUrl,
  })
  const newPassword = makeNewPassword({ sql, now, passwords, tokens, tries, mailOwner })

  // Hashed with a key, so that it leads to no order of a listener.
  const hashedDevice = (id: string) =>
    createHmac('sha256', codeSecret).update(`device ${id}`).digest('base64url')

  /** Whether another artist left it lately; false for what cannot be a nickname. */
  async function isReservedName(username: string): Promise<boolean> {
    const key = usernameKey(username)
    return key !== null && isReserved(sql, { key, at: now() })
  }

  /** Checks every field that can be refused without spending a try of the code. */
  async function checkForm(form: NewAccount): Promise<Signup> {
    const taken = await findTaken(sql, {
      usernameKey: form.username.toLowerCase(),
      email: form.email.trim().normalize('NFC').toLowerCase(),
    })
    const reserved = await isReservedName(form.username)
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

  return {
    /** False for a reserved name too. Refuses VALIDATION at `username` for what cannot be a nickname. */
    async isUsernameFree(username: string): Promise<boolean> {
      try {
        checkUsername(username)
      } catch (error) {
        // A reserved page name is refused with the text of a taken one.
        if (error instanceof Refusal && error.message === USERNAME_TAKEN) return false
        throw error
      }
      const taken = await findTaken(sql, { usernameKey: username.toLowerCase(), email: '' })
      return !taken.username && !(await isReservedName(username))
    },

    /** Refuses VALIDATION at `email` for what is not an address. */
    async isEmailFree(email: string): Promise<boolean> {
      const taken = await findTaken(sql, { usernameKey: '', email: checkEmail(email) })
      return !taken.email
    },

    /** Mails a code for a sign-up. Refuses VALIDATION, RESEND_TOO_SOON, TOO_MANY, MAIL_DOWN. */
    async sendCode(email: string, consent: boolean): Promise<{ resendAfterSeconds: number }> {
      const { to } = checkTogether({
        to: () => checkEmail(email),
        consent: () =>
          refuseWhere(
            !consent,
            'consentEmail',
            'Без согласия на обработку персональных данных письмо отправить нельзя.',
          ),
      })
      const taken = await findTaken(sql, { usernameKey: '', email: to })
      refuseWhere(taken.email, 'email', EMAIL_TAKEN)
      const agreed = { document: 'privacy', version: privacyEdition } as const
      await saveConsent(sql, { ...agreed, email: to, at: now() })
      await codes.send(to, 'signup', signupCodeMail)
      return { resendAfterSeconds: RESEND_SECONDS }
    },

    /**
     * Creates an account and returns its first token. Refuses VALIDATION with every wrong field; a refusal for another
     * reason than the code does not spend the code.
     */
    async signup(form: NewAccount, device: string): Promise<string> {
      const signup = await checkForm(form)
      const codeId = await codes.checkCode({
        email: signup.email,
        purpose: 'signup',
        code: form.verificationCode,
        refuse: refuseCode,
      })
      const passwordHash = await passwords.hash(signup.password)
      const partnerId = form.partnerId?.replace(/\p{Cc}/gu, '').trim() || null
      try {
        return await inTransaction(sql, async (tx) => {
          const id = await addArtist(tx, { ...signup, passwordHash, partnerId, at: now() })
          // After the insert, to see an artist who left the nickname at the same moment.
          const key = signup.username.toLowerCase()
          refuseWhere(await isReserved(tx, { key, at: now() }), 'username', USERNAME_TAKEN)
          if (await endOldLinks(tx, key, id)) afterCommit(tx, nameTaken)
          await codes.use(tx, codeId, refuseCode)
          await linkConsents(tx, signup.email, id)
          await rememberDevice(tx, { artistId: id, hash: hashedDevice(device), at: now() })
          return tokens.open(tx, id)
        })
      } catch (error) {
        // It was taken after the check.
        refuseWhere(brokeUnique(error, 'artists_username_key_key'), 'username', USERNAME_TAKEN)
        refuseWhere(brokeUnique(error, 'artists_email_key'), 'email', EMAIL_TAKEN)
        throw error
      }
    },

    /**
     * Returns a new token, and e-mails the owner when the device is new. Refuses WRONG_CREDENTIALS, and TOO_MANY after
     * many wrong tries; the text and the amount of work are the same whether or not the account exists.
     */
    async login(
      usernameOrEmail: string,
      password: string,
      /** `device`: the id in the caller's signed cookie, or a new one. */
      { address, network, device }: { address: string; network: string; device: string },
    ): Promise<string> {
      const login = usernameOrEmail.trim().normalize('NFC').toLowerCase()
      const account = await findLogin(sql, login)
      const key = await tries.begin({
        account: account?.id ?? login,
        from: network,
        real: account !== undefined,
      })
      const right = await passwords.verify(account?.passwordHash ?? null, password)
      if (account === undefined || !right) throw wrongCredentials()
      const { token, seen } = await inTransaction(sql, async (tx) => {
        // The password may have been changed since, and that ended every older token.
        if (!(await isPasswordUnchanged(tx, account))) throw wrongCredentials()
        await tries.right(tx, key)
        const used = { artistId: account.id, hash: hashedDevice(device), at: now() }
        return { token: await tokens.open(tx, account.id), seen: await rememberDevice(tx, used) }
      })
      if (seen === 'new') mailOwner(account.id, address, newDeviceMail)
      return token
    },

    authenticate: tokens.authenticate,
    logout: tokens.logout,
    logoutOthers: tokens.logoutOthers,
    ...newPassword,
    ...recovery,
    mailOwner,
    /** Refuses MAIL_DOWN when no e-mail can be sent now. */
    requireMail: mail.ready,
    /** Logs the artist out on every device, inside the caller's transaction. */
    endSessions: (tx: Sql, artistId: string) => removeTokens(tx, artistId),
    forgetOldTries: tries.forgetOld,

    /** Resolves when no e-mail is being sent. */
    mailIdle: mailer.idle,

    /** Returns what an artist may read about his own account. */
    account: (artistId: string) => accountOf(sql, artistId),
  }
}

export type Accounts = ReturnType<typeof makeAccounts>
