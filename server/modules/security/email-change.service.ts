import type { EmailChange } from '#contract/security.ts'
import { ENDED_WITH_LOGINS } from '#domain/accounts/ended-with-logins.ts'
import { EMAIL_UNDO_MS } from '#domain/accounts/recovery.ts'
import { RESEND_SECONDS } from '#domain/accounts/account.ts'
import { checkEmail } from '#domain/fields.ts'
import { letter } from '#domain/letter.ts'
import { Refusal } from '#domain/refusal.ts'
import { dayAndClock } from '#domain/russian.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { brokeUnique } from '#server/platform/db/tx.ts'
import { logSecurity } from '#server/platform/lifecycle/security-log.ts'
import { accountSafety, emailTaken, isEmailFree } from '../accounts/accounts.service.ts'
import { checkCode, mailCode, signupCodeRefusal, spendCode } from '../accounts/codes.service.ts'
import { circumstancesNow, mailLater, mailOwner } from '../accounts/mailer.service.ts'
import { provePassword } from '../accounts/new-password.service.ts'
import { endSessions, hashToken, newToken } from '../accounts/tokens.service.ts'
import { undoNumberSince } from '../payouts/number-change.service.ts'
import {
  dropFormerEmails,
  emailChangeOfLink,
  lockEmail,
  restoreEmail,
  saveEmail,
} from './email-change.store.ts'
import { undoKeysSince } from './passkeys.service.ts'

const PURPOSE = 'email'

/**
 * Mails a code to another address of an account. Refuses VALIDATION at `email` and `currentPassword`, TOO_MANY,
 * RESEND_TOO_SOON and MAIL_DOWN.
 */
export async function askEmailCode(
  ctx: Context,
  artistId: string,
  asked: { readonly email: string; readonly currentPassword: string },
): Promise<{ resendAfterSeconds: number }> {
  const email = checkEmail(asked.email)
  await provePassword(ctx, artistId, asked.currentPassword)
  await admitEmail(ctx, artistId, { email, present: (await accountSafety(ctx, artistId)).email })
  await mailCode(ctx, { email, purpose: PURPOSE, device: artistId, message: anotherEmailMail })
  return { resendAfterSeconds: RESEND_SECONDS }
}

/** An account may have its own former address again. Refuses VALIDATION at `email`. */
async function admitEmail(
  ctx: Context,
  artistId: string,
  { email, present }: { email: string; present: string },
): Promise<void> {
  // Nothing would change but the rest of the payouts.
  if (email === present)
    throw new Refusal('VALIDATION', 'Это и есть почта аккаунта. Введите другую.', 'email')
  if (!(await isEmailFree(ctx, email, artistId))) throw emailTaken()
}

/**
 * Gives an account the address that its code came to. The former one gets a letter that undoes it for EMAIL_UNDO_MS, in
 * which nothing is paid out; of two changes in a row the first one's letter undoes both. Refuses VALIDATION at `email`
 * and `verificationCode`, and MAIL_DOWN.
 */
export async function changeEmail(
  ctx: Context,
  artistId: string,
  typed: { readonly email: string; readonly code: string; readonly address: string },
): Promise<void> {
  const email = checkEmail(typed.email)
  const codeId = await checkCode(ctx, {
    email,
    purpose: PURPOSE,
    code: typed.code,
    // No other account's code: its password proved another person.
    device: artistId,
    refuse: signupCodeRefusal,
  })
  await replaceEmail(ctx, artistId, email, {
    spend: (inside) => spendCode(inside, codeId, signupCodeRefusal),
    circumstances: () => circumstancesNow(ctx, typed.address),
  })
}

type Replacement = {
  /** What else happens in the same transaction. */
  readonly spend: (inside: Context) => Promise<unknown>
  /** What the letter to the former address says of it. */
  readonly circumstances: () => Promise<readonly string[]>
}

/** Gives an account another address, to be undone from the former one. Refuses VALIDATION at `email`, and MAIL_DOWN. */
export async function replaceEmail(
  ctx: Context,
  artistId: string,
  email: string,
  { spend, circumstances }: Replacement,
): Promise<void> {
  // Without its letter a change could not be undone.
  await ctx.mail.ready()
  const token = newToken()
  const heldUntil = new Date(ctx.now().getTime() + EMAIL_UNDO_MS)
  const change = await transaction(ctx, async (inside) => {
    const { email: from, running } = await lockEmail(inside.sql, artistId, inside.now())
    await admitEmail(inside, artistId, { email, present: from })
    await spend(inside)
    const before = running?.before ?? from
    const undoHash = running?.undoHash ?? hashToken(token)
    const changedAt = running?.changedAt ?? inside.now()
    await saveEmail(inside.sql, artistId, { email, before, undoHash, heldUntil, changedAt })
    return { from, undoable: running === null }
  }).catch((error: unknown) => {
    if (brokeUnique(error, 'artists_email_key')) throw emailTaken()
    throw error
  })
  logSecurity(ctx, 'e-mail changed', { account: artistId })
  const link = change.undoable ? `${ctx.publicUrl}/another-email/${token}` : null
  mailLater(ctx, async () => ({
    to: change.from,
    ...emailChangedMail({
      email,
      link,
      until: dayAndClock(heldUntil, 'Europe/Moscow', ctx.now()),
      circumstances: await circumstances(),
    }),
  }))
}

/** The change that the link of a letter is about. Refuses NOT_FOUND. */
export async function emailChangeOf(ctx: Context, token: string): Promise<EmailChange> {
  const { email, emailBefore, emailHeldUntil } = await changeByToken(ctx, token)
  return {
    before: emailBefore,
    after: email,
    heldUntil: emailHeldUntil.toISOString(),
  }
}

/**
 * Restores the former address, and the number for payouts from before; ends every session of the artist, the keys added
 * since, and every code. Refuses NOT_FOUND.
 */
export async function undoEmailChange(ctx: Context, token: string, address: string): Promise<true> {
  const { id, also } = await transaction(ctx, async (inside) => {
    const { id: artistId } = await changeByToken(inside, token)
    await lockEmail(inside.sql, artistId, inside.now())
    // Another undo may have come before the lock.
    const change = await changeByToken(inside, token)
    await restoreEmail(inside.sql, artistId, change.emailBefore)
    await endSessions(inside, artistId)
    const number = await undoNumberSince(inside, artistId, change.changedAt)
    const keys = await undoKeysSince(inside, artistId, change.changedAt)
    return { id: artistId, also: [...number, ...keys] }
  })
  logSecurity(ctx, 'e-mail change undone', { account: id, network: address })
  mailOwner(ctx, id, address, (circumstances) => emailBackMail(also, circumstances))
  return true
}

async function changeByToken({ sql, now }: Context, token: string) {
  const change = await emailChangeOfLink(sql, hashToken(token), now())
  if (change !== undefined) return change
  const why = 'ей больше 72 часов, она уже сработала или открыта не целиком'
  throw new Refusal('NOT_FOUND', `Ссылка не подошла: ${why}.`)
}

/** Forgets the former addresses that can no longer be restored. */
export const forgetFormerEmails = ({ sql, now }: Context) => dropFormerEmails(sql, now())

function anotherEmailMail(code: string) {
  return letter(`Код подтверждения: ${code}`, [
    `Код подтверждения: ${code}`,
    '',
    'Введите его в настройках вашей страницы в «Бисе», и письма будут приходить на этот адрес.',
    'Никому не сообщайте код.',
    '',
    'Если вы не меняли почту в «Бисе», ничего делать не нужно.',
  ])
}

function emailChangedMail(change: {
  email: string
  link: string | null
  until: string
  circumstances: readonly string[]
}) {
  const undo =
    change.link === null
      ? ['Отменить это можно по ссылке из прошлого письма о смене почты.']
      : [
          'Если почту сменили не вы, откройте до этого времени ссылку, и вернётся этот адрес. Входить для этого не нужно:',
          change.link,
          '',
          `Вместе с этим закроются все входы на вашу страницу и отключатся ${ENDED_WITH_LOGINS}. После этого задайте новый пароль.`,
        ]
  return letter('Почта изменена', [
    `Письма о вашей странице в «Бисе» приходят теперь на ${change.email}.`,
    ...change.circumstances,
    '',
    `До ${change.until} выплаты подождут, деньги копятся на балансе.`,
    ...undo,
    '',
    'Если это сделали вы, ничего делать не нужно.',
  ])
}

function emailBackMail(also: readonly string[], circumstances: readonly string[]) {
  return letter('Прежняя почта возвращена', [
    'По ссылке из письма отменена смена почты вашей страницы в «Бисе».',
    ...also,
    ...circumstances,
    '',
    `Все входы на вашу страницу закрыты, ${ENDED_WITH_LOGINS} отключены. Тот, кто сменил почту, знал ваш пароль: задайте новый. На странице входа нажмите «Забыли пароль?».`,
  ])
}
