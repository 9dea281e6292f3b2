import type { AnswerOf, BodyOf, QueryOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import type { OperatedAccount } from '#contract/operator.ts'
import { noArtist, usernameKey } from '#domain/accounts/account.ts'
import { LEAVING_MS } from '#domain/accounts/leaving.ts'
import { checkDeedWords, DEED_REASONS, ROLE_NAMES } from '#domain/accounts/operators.ts'
import type { DeedKind, DeedReason } from '#domain/accounts/operators.ts'
import { checkEmail } from '#domain/fields.ts'
import type { MailText } from '#domain/letter.ts'
import { Refusal } from '#domain/refusal.ts'
import { foldedText, tidyPhone } from '#domain/russian.ts'
import { uuidIn } from '#domain/uuid.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { mailArtist } from '../accounts/mailer.service.ts'
import { endBlocked, endSessions } from '../accounts/tokens.service.ts'
import { setConcertStatus } from '../concerts/concert-lifecycle.service.ts'
import { availableOf, balanceOf } from '../ledger/ledger.service.ts'
import { setSongStatus } from '../queue/queue-changes.service.ts'
import { replaceEmail } from '../security/email-change.service.ts'
import { startLeaving } from '../security/leaving.service.ts'
import { listWebhooks } from '../webhooks/webhooks.service.ts'
import { paymentLines } from './artist-payments.store.ts'
import { logDeed } from './deeds.service.ts'
import type { Doer } from './deeds.service.ts'
import {
  accountRow,
  concertLines,
  findAll,
  hideConcerts,
  markAccount,
  markBlocked,
  markUnblocked,
  songLines,
  waitingEntries,
} from './operator.store.ts'
import type { AccountRow } from './operator.store.ts'

type Why = { readonly reason: DeedReason; readonly words: string }
type OfAccount = Why & { readonly username: string }

async function accountOf(ctx: Context, username: string, locked = false): Promise<AccountRow> {
  const key = usernameKey(username)
  const row = key && (await accountRow(ctx.sql, key, { at: ctx.now(), locked }))
  if (!row) throw noArtist()
  return row
}

/** Refuses NOT_FOUND, ILLEGAL_STEP for an account that was erased. */
async function standingAccount(
  ctx: Context,
  username: string,
  locked = false,
): Promise<AccountRow> {
  const account = await accountOf(ctx, username, locked)
  if (account.erased) throw new Refusal('ILLEGAL_STEP', 'Аккаунт удалён, его больше нет')
  return account
}

export const nameOf = ({ name, username }: { name: string; username: string }) =>
  name === '' ? username : `${name}, ${username}`

/** The account of this nickname, now or formerly, with what a deed would do to it. Refuses NOT_FOUND. */
export async function operatedAccount(ctx: Context, username: string): Promise<OperatedAccount> {
  const { id, imageUrls, hiddenPhotos, formerNames, phoneNumber, createdAt, closingAt, ...row } =
    await accountOf(ctx, username)
  const [money] = await availableOf(ctx.sql, [id])
  const concerts = await concertLines(ctx.sql, id)
  const webhooks = await listWebhooks(ctx, id)
  return {
    ...row,
    formerNames: [...(formerNames ?? [])],
    phone: phoneNumber,
    createdAt: createdAt.toISOString(),
    leavesAt: closingAt && new Date(closingAt.getTime() + LEAVING_MS).toISOString(),
    available: Math.max(0, money?.available ?? 0),
    debt: await balanceOf(ctx.sql, `artist_debt:${id}`),
    photos: [
      ...imageUrls.map((url) => ({ url, hidden: false })),
      ...(hiddenPhotos ?? []).map((url) => ({ url, hidden: true })),
    ],
    songs: await songLines(ctx.sql, id),
    concerts: concerts.map(({ id: sessionId, title, startsAt, hidden }) => ({
      sessionId,
      title,
      startsAt: startsAt.toISOString(),
      hidden,
    })),
    webhooks: webhooks.map((webhook) => ({ ...webhook, url: new URL(webhook.url).host })),
  }
}

/** What a letter to the owner calls the deeds to his account. */
const TOLD = {
  freeze: 'выплаты заморожены',
  unfreeze: 'выплаты разморожены',
  log_out: 'все входы закрыты',
  hide: 'страница скрыта',
  restore: 'страница снова видна',
  block: 'аккаунт заблокирован',
  unblock: 'аккаунт разблокирован',
  hide_photo: 'фото скрыто',
  restore_photo: 'фото возвращено',
  hide_song: 'песня скрыта',
  restore_song: 'песня снова видна',
  role: 'новая роль',
} as const satisfies Partial<Record<DeedKind, string>>

/** What a deed was done to, where it is not the account: as the log names it, and as the letter says it. */
type DoneTo = { readonly subject: string; readonly told: string }

/** Does a deed to an account, locked, in one transaction with its line of the log, and writes to the owner. */
export async function act(
  ctx: Context,
  by: Doer,
  asked: OfAccount,
  kind: keyof typeof TOLD,
  work: (inside: Context, account: AccountRow) => Promise<DoneTo | void>,
): Promise<AccountRow> {
  const words = checkDeedWords(asked.words)
  const { account, told } = await transaction(ctx, async (inside) => {
    const row = await standingAccount(inside, asked.username, true)
    const done = (await work(inside, row)) ?? { subject: nameOf(row), told: TOLD[kind] }
    const { subject } = done
    const { reason } = asked
    await logDeed(inside, by, { kind, artistId: row.id, subject, reason, words })
    return { account: row, told: done.told }
  })
  mailArtist(ctx, account.id, deedMail(`Ваш аккаунт в «Бисе»: ${told}`, [], asked.reason, words))
  return account
}

/** Tells the owner of a deed: what was done, what it is about, why. */
export const deedMail = (
  subject: string,
  about: readonly string[],
  reason: DeedReason,
  words: string,
): MailText => ({
  subject,
  text: [
    'Здравствуйте!',
    '',
    `${subject}.`,
    ...about,
    `Причина: ${DEED_REASONS[reason]}`,
    '',
    words,
    '',
    'Если это ошибка, ответьте на это письмо.',
    '',
    '«Бис», поддержка',
  ].join('\n'),
})

export const concertLine = (title: string) => `Концерт: «${title}»`

/** The payments to an account, or those of one of its concerts, the newest first. Refuses NOT_FOUND. */
export async function paymentsTo(
  ctx: Context,
  { username, sessionId, cursor, limit = 40 }: QueryOf<typeof api.operator.payments>,
): Promise<AnswerOf<typeof api.operator.payments>> {
  const { id: artistId } = await accountOf(ctx, username)
  const named = { concertId: sessionId ?? null, after: cursor ?? null }
  const found = await paymentLines(ctx.sql, { artistId, ...named, limit: limit + 1 })
  const shown = found.slice(0, limit)
  return {
    payments: shown.map((one) => ({ ...one, createdAt: one.createdAt.toISOString() })),
    cursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** Freezes the payouts of an account, or lets them go. Refuses VALIDATION, NOT_FOUND, ILLEGAL_STEP to let go those of one that is blocked. */
export async function freezePayouts(
  ctx: Context,
  by: Doer,
  asked: BodyOf<typeof api.operator.freezePayouts>,
): Promise<true> {
  const { frozen } = asked
  await act(ctx, by, asked, frozen ? 'freeze' : 'unfreeze', async ({ sql, now }, row) => {
    if (!frozen && row.blocked) throw new Refusal('ILLEGAL_STEP', 'Сначала разблокируйте аккаунт')
    await markAccount(sql, row.id, { payoutsFrozenAt: frozen ? now() : null })
  })
  return true
}

/** Ends all logins of an account. Refuses VALIDATION, NOT_FOUND. */
export async function logOutEverywhere(ctx: Context, by: Doer, asked: OfAccount): Promise<true> {
  await act(ctx, by, asked, 'log_out', async (inside, { id }) => {
    await endSessions(inside, id)
  })
  return true
}

/** Gives an account another e-mail on its owner's request; the former address can undo it. Refuses VALIDATION, NOT_FOUND, ILLEGAL_STEP for an operator, MAIL_DOWN. */
export async function changeAccountEmail(
  ctx: Context,
  by: Doer,
  asked: BodyOf<typeof api.operator.changeEmail>,
): Promise<true> {
  const words = checkDeedWords(asked.words)
  const email = checkEmail(asked.email)
  const account = await ownerAccount(ctx, asked.username)
  const { reason } = asked
  const subject = nameOf(account)
  await replaceEmail(ctx, account.id, email, {
    spend: (inside) =>
      logDeed(inside, by, { kind: 'email', artistId: account.id, subject, reason, words }),
    circumstances: async () => ['Почту сменила поддержка.', words],
  })
  return true
}

/** Deletes an account on its owner's request, as he could himself. Refuses VALIDATION, NOT_FOUND, ILLEGAL_STEP for an operator and while money or a concert forbids it. */
export async function deleteAccount(ctx: Context, by: Doer, asked: OfAccount): Promise<true> {
  const words = checkDeedWords(asked.words)
  const { reason } = asked
  const account = await ownerAccount(ctx, asked.username)
  const artistId = account.id
  const leftMail = await startLeaving(ctx, artistId, (inside) =>
    logDeed(inside, by, { kind: 'leave', artistId, subject: nameOf(account), reason, words }),
  )
  mailArtist(ctx, artistId, leftMail(['Её удалила поддержка.', words]))
  return true
}

/** An account that is no operator's. */
async function ownerAccount(ctx: Context, username: string): Promise<AccountRow> {
  const account = await standingAccount(ctx, username)
  if (account.role === 'ARTIST') return account
  throw new Refusal('ILLEGAL_STEP', 'Это оператор: сначала заберите у него роль')
}

/**
 * Blocks an account: hidden, logged out, without payouts; its running concert ends and what waits in the coming ones is
 * taken out, so that all waiting money goes back. Pressed again it does what an outage left undone. Unblocked, it stays
 * hidden or frozen where it was made so apart from the block. Refuses VALIDATION, NOT_FOUND, ILLEGAL_STEP for an operator.
 */
export async function blockAccount(
  ctx: Context,
  by: Doer,
  asked: BodyOf<typeof api.operator.block>,
): Promise<true> {
  const { blocked } = asked
  const { id, running } = await act(
    ctx,
    by,
    asked,
    blocked ? 'block' : 'unblock',
    async (inside, row) => {
      if (row.role !== 'ARTIST')
        throw new Refusal('ILLEGAL_STEP', 'Это оператор: сначала заберите у него роль')
      if (blocked) {
        await markBlocked(inside.sql, row.id, inside.now())
        await hideConcerts(inside.sql, row.id, inside.now())
        await endBlocked(inside, row.id)
      } else if (await markUnblocked(inside.sql, row.id))
        await hideConcerts(inside.sql, row.id, null)
    },
  )
  if (!blocked) return true
  if (running !== null) await setConcertStatus(ctx, id, running.sessionId, 'PLAYED')
  for (const { concertId, songId } of await waitingEntries(ctx.sql, id))
    await setSongStatus(ctx, id, concertId, songId, 'SKIPPED')
  return true
}

/** Gives an account a role, or takes it. Refuses VALIDATION, NOT_FOUND, ILLEGAL_STEP for one's own. */
export async function giveRole(
  ctx: Context,
  by: Doer,
  asked: BodyOf<typeof api.operator.setRole>,
): Promise<true> {
  const { role } = asked
  await act(ctx, by, asked, 'role', async ({ sql }, row) => {
    if (row.id === by.id) throw new Refusal('ILLEGAL_STEP', 'Свою роль меняет другой администратор')
    if (row.blocked) throw new Refusal('ILLEGAL_STEP', 'Этот аккаунт заблокирован')
    await markAccount(sql, row.id, { role })
    const name = ROLE_NAMES[role]
    return { subject: `${nameOf(row)}: ${name}`, told: `${TOLD.role}, ${name}` }
  })
  return true
}

/**
 * What one field of any kind names: a nickname now or formerly, a name, an e-mail, a telephone, an INN; the number of an
 * account, a concert, a payment, an order or a payout, as we or the bank write it, or an address with it.
 */
export function findNamed({ sql }: Context, input: string) {
  const text = foldedText(input).trim()
  const typed = tidyPhone(text)
  const digits = /^\d{10,15}$/u.test(typed) ? typed : ''
  return findAll(sql, {
    text,
    id: uuidIn(text),
    phone: digits.replace(/^8(?=\d{10}$)/u, '7').replace(/^(?=9\d{9}$)/u, '7'),
    inn: digits,
  })
}
