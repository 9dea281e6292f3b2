import { CODE_LIFE_MS } from '#domain/accounts/account.ts'
import { ENDED_WITH_LOGINS } from '#domain/accounts/ended-with-logins.ts'
import { RECOVERY_LINK_MS, recoveryToken } from '#domain/accounts/recovery.ts'
import { letter } from '#domain/letter.ts'
import type { MailText } from '#domain/letter.ts'
import { Refusal } from '#domain/refusal.ts'
import { counted, dayAndClock } from '#domain/russian.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import type { MailMessage } from '#server/integrations/mail/mail.ts'
import { callerCountry } from '../places/caller-location.service.ts'
import { accountEmail } from './accounts.store.ts'

/**
 * Writes an e-mail and sends it after the response; `onFailure` is called when it could not be sent. Not inside a
 * transaction, which is over by then.
 */
export function mailLater(
  ctx: Context,
  write: () => Promise<MailMessage> | MailMessage,
  onFailure: () => Promise<void> = async () => {},
): void {
  const delivery = deliver(ctx, write, onFailure)
    .catch((error: unknown) => ctx.log.error({ err: error }, 'a lost e-mail could not be undone'))
    .finally(() => ctx.mailUnderway.delete(delivery))
  ctx.mailUnderway.add(delivery)
}

async function deliver(
  { mail, log }: Context,
  write: () => Promise<MailMessage> | MailMessage,
  onFailure: () => Promise<void>,
): Promise<void> {
  // After the response, so that its time does not show whether an e-mail was sent.
  await new Promise((resolve) => setImmediate(resolve))
  try {
    await mail.send(await write())
  } catch (error) {
    // The transport logs its own failures; only its Refusal is sure to contain no address.
    if (!(error instanceof Refusal)) log.error({}, 'a bug lost an e-mail')
    await onFailure()
  }
}

/** Resolves when no e-mail is being sent. */
export async function mailIdle({ mailUnderway }: Context): Promise<void> {
  while (mailUnderway.size > 0) await Promise.all(mailUnderway)
}

/**
 * E-mails the owner of an account, after the response, about an action on it: another person may have made it.
 * `message` gets the lines that say when and from where. As `mailLater` otherwise.
 */
export function mailOwner(
  ctx: Context,
  artistId: string,
  address: string,
  message: (circumstances: readonly string[]) => MailText,
  onFailure?: () => Promise<void>,
): void {
  const at = ctx.now()
  const write = async () => ({
    to: await accountEmail(ctx.sql, artistId),
    ...message(await circumstancesOf(ctx, at, address)),
  })
  mailLater(ctx, write, onFailure)
}

/** E-mails an artist, after the response. As `mailLater`. */
export function mailArtist(ctx: Context, artistId: string, message: MailText): void {
  mailLater(ctx, async () => ({ to: await accountEmail(ctx.sql, artistId), ...message }))
}

/** When and from where an action was made, as lines of an e-mail. */
async function circumstancesOf(ctx: Context, at: Date, address: string): Promise<string[]> {
  return [
    `Когда: ${dayAndClock(at, 'Europe/Moscow', at)}`,
    `Откуда: ${await callerCountry(ctx, address)}. Место мы узнаём по сети, и оно бывает неверным.`,
  ]
}

/** Of an action that is made now. */
export const circumstancesNow = (ctx: Context, address: string) =>
  circumstancesOf(ctx, ctx.now(), address)

const CODE_LIFETIME = counted(CODE_LIFE_MS / 60_000, 'минуту', 'минуты', 'минут')

const LINK_LIFETIME = counted(RECOVERY_LINK_MS / HOUR_MS, 'час', 'часа', 'часов')

/** The e-mail with the code that finishes a sign-up. */
export function signupCodeMail(code: string) {
  return letter(`Код подтверждения: ${code}`, [
    `Код подтверждения: ${code}`,
    '',
    'Введите его на странице регистрации, и ваша страница в «Бисе» готова.',
    `Код действует ${CODE_LIFETIME} и подойдёт только один раз. Никому его не сообщайте.`,
    '',
    'Если вы не регистрировались в «Бисе», ничего делать не нужно: без кода страница не появится.',
  ])
}

/** The e-mail with the code for a new password, and a link that needs none. */
export function recoveryMail(sent: {
  code: string
  link: string
  username: string
  publicUrl: string
}) {
  const { code, link, username, publicUrl } = sent
  return letter(`Код восстановления: ${code}`, [
    `Код восстановления пароля: ${code}`,
    `Ваш никнейм: ${username}`,
    '',
    'Введите код там, где вы его запросили, или откройте ссылку на любом устройстве:',
    `${publicUrl}/passwordRecovery/${recoveryToken(username, link)}`,
    '',
    `Код действует ${CODE_LIFETIME}, ссылка ${LINK_LIFETIME}, и подойдут они только один раз. Никому их не сообщайте.`,
    '',
    'Если вы не просили новый пароль, ничего делать не нужно: прежний пароль действует.',
  ])
}

/** The e-mail about a changed password: another person may have changed it. */
export function passwordChangedMail(circumstances: readonly string[]) {
  return letter('Пароль изменён', [
    'Пароль вашей страницы в «Бисе» изменён. На других устройствах нужно войти заново.',
    `Отключены ${ENDED_WITH_LOGINS}.`,
    ...circumstances,
    '',
    'Если это были не вы, задайте новый пароль: на странице входа нажмите «Забыли пароль?».',
  ])
}

/** The e-mail about wrong code words of a closed evening. */
export function wrongWordsMail(about: { title: string; words: string; href: string }) {
  return letter('Кодовое слово вводят неверно', [
    `Вечер «${about.title}». ${about.words}`,
    '',
    `Код для входа и слово: ${about.href}`,
  ])
}

/** The e-mail about a login with a device that was not seen with this account before. */
export function newDeviceMail(circumstances: readonly string[]) {
  return letter('Вход с нового устройства', [
    'На вашу страницу в «Бисе» вошли с устройства или браузера, которого мы раньше не видели.',
    ...circumstances,
    '',
    'Если это вы, ничего делать не нужно: больше про это устройство мы не напишем.',
    '',
    'Если это были не вы, задайте новый пароль: на странице входа нажмите «Забыли пароль?». Все входы на страницу закроются.',
  ])
}
