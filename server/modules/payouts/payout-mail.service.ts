import { letter } from '#domain/letter.ts'
import type { MailText } from '#domain/letter.ts'
import { formatRubles } from '#domain/money.ts'
import { numberText } from '#domain/payments/payout.ts'
import type { Context } from '#server/context.ts'
import { afterCommit } from '#server/platform/db/tx.ts'
import { accountSafety } from '../accounts/accounts.service.ts'
import { mailLater } from '../accounts/mailer.service.ts'
import type { StoredPayout } from './payouts.store.ts'

/**
 * E-mails the artist how his payout ended: that it arrived, where he wants such letters; that it did not, always, since
 * the money waits for him.
 */
export async function mailPayoutEnd(inside: Context, payout: StoredPayout): Promise<void> {
  const { email: to, payoutLetters, closingAt } = await accountSafety(inside, payout.artistId)
  const arrived = payout.state === 'completed'
  // A deleted account has its own letter about the money that still goes out.
  if (arrived && (!payoutLetters || closingAt !== null)) return
  const mail = arrived
    ? arrivedMail(payout, inside.publicUrl)
    : rejectedMail(payout, inside.publicUrl, closingAt !== null)
  afterCommit(inside.sql, () => mailLater(inside, () => ({ to, ...mail })))
}

function arrivedMail(payout: StoredPayout, site: string): MailText {
  return letter('Выплата ушла', [
    `${formatRubles(payout.amount)} ушли на номер ${numberText(payout)}.`,
    '',
    `Все выплаты: ${site}/artist/balance`,
    `Выключить эти письма можно в настройках, в «Аккаунте»: ${site}/artist/account-settings`,
  ])
}

function rejectedMail(
  { words, ...payout }: StoredPayout,
  site: string,
  deleted: boolean,
): MailText {
  return letter('Выплата не прошла', [
    `Выплата ${formatRubles(payout.amount)} на номер ${numberText(payout)} не прошла, деньги на балансе.`,
    ...(words === '' ? [] : [words]),
    '',
    `Что сделать, чтобы они ушли: ${site}/artist/balance`,
    ...(deleted
      ? ['Аккаунт удалён, но с входом страница откроется снова. Потом её можно удалить ещё раз.']
      : []),
  ])
}
