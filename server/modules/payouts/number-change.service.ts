import { randomUUIDv7 } from 'node:crypto'
import { ENDED_WITH_LOGINS } from '#domain/accounts/ended-with-logins.ts'
import { letter } from '#domain/letter.ts'
import { NUMBER_HOLD_HOURS, numberHeldUntil, numberText } from '#domain/payments/payout.ts'
import { Refusal } from '#domain/refusal.ts'
import { dayAndClock } from '#domain/russian.ts'
import { HOUR_MS } from '#domain/time.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { logSecurity } from '#server/platform/lifecycle/security-log.ts'
import { mailOwner } from '../accounts/mailer.service.ts'
import type { CallerToken } from '../accounts/tokens.service.ts'
import { endSessions, hashToken, newToken } from '../accounts/tokens.service.ts'
import { payoutNumbers } from '../artists/artists.service.ts'
import { undoKeysSince } from '../security/passkeys.service.ts'
import { provePerson } from '../security/prove.service.ts'
import type { StoredNumber, NumberChangeRow } from './number-change.store.ts'
import {
  addChange,
  changeOfLink,
  endChanges,
  firstChangeSince,
  hasEarned,
  lastChange,
} from './number-change.store.ts'
import { planPayout } from './payouts.store.ts'

type Number = Pick<StoredNumber, 'phone' | 'sbpBankId'>

/** What proves a change of the number, and the caller's network address. */
export type NumberProof = {
  readonly token: CallerToken
  /** Where the account has no key. */
  readonly currentPassword: string | undefined
  readonly address: string
}

/** A change as the e-mail to the owner describes it. */
export type NumberSet = {
  readonly before: Number
  readonly after: Number
  /** Null where nothing is held and there is nothing to undo. */
  readonly undo: { readonly change: NumberChangeRow; readonly token: string } | null
}

/** A change as the link of its e-mail shows it. */
export type NumberChangeView = {
  readonly state: 'open' | 'undone' | 'late'
  readonly before: string | null
  readonly after: string | null
  readonly heldUntil: Date
}

// Every change of the number that an artist's money goes to, and its undo by the e-mail about it.

/**
 * To be called before the number of an artist is changed, outside of a transaction. Refuses PASSKEY_NEEDED, VALIDATION at
 * `currentPassword`, TOO_MANY after many wrong passwords, and MAIL_DOWN: without its e-mail a change could not be
 * undone.
 */
export async function allowNumberChange(
  ctx: Context,
  artistId: string,
  { token, currentPassword }: NumberProof,
): Promise<void> {
  await provePerson(ctx, { id: artistId, token }, currentPassword)
  if (holdMs(ctx) > 0) await ctx.mail.ready()
}

function holdMs({ money }: Context): number {
  return (money.numberHoldHours ?? NUMBER_HOLD_HOURS) * HOUR_MS
}

/** Returns whether this number differs from the stored one. Refuses VALIDATION at `number` where it is that one and checked: another check costs ten rubles and shows nothing. */
export async function isOtherNumber(ctx: Context, artistId: string, next: Number) {
  const stored = await payoutNumbers.of(ctx.sql, artistId)
  if (!same(stored, next)) return true
  if (stored?.checkedAt != null)
    throw new Refusal('VALIDATION', 'Этот номер уже проверен: выплаты идут на него', 'phoneNumber')
  return false
}

/**
 * Sets the number, still unchecked; returns null where it is set already. Refuses VALIDATION at `currentPassword` for a
 * change that was not `allowed`.
 */
export async function setPayoutNumber(
  inside: Context,
  artistId: string,
  { phone, sbpBankId, allowed }: Number & { allowed: boolean },
): Promise<NumberSet | null> {
  const { sql } = inside
  const current = await payoutNumbers.lock(sql, artistId)
  if (current === undefined || same(current, { phone, sbpBankId })) return null
  if (!allowed) throw new Refusal('VALIDATION', 'Введите текущий пароль', 'currentPassword')
  const at = inside.now()
  const last = await lastChange(sql, artistId)
  const running = last !== undefined && last.heldUntil > at ? last : null
  const after = { phone, sbpBankId }
  await payoutNumbers.save(sql, artistId, { ...after, checkedAt: null, confirmedRecipient: null })
  const guarded = {
    checked: current.checkedAt !== null,
    held: running !== null,
    earned: await hasEarned(sql, artistId),
  }
  const heldUntil = numberHeldUntil(guarded, at, holdMs(inside))
  const token = newToken()
  const change: NumberChangeRow = {
    id: randomUUIDv7(),
    artistId,
    // After a second change in a row an undo must not restore the first one's number.
    before: running?.before ?? current,
    after,
    beganAt: running?.beganAt ?? at,
    heldUntil: heldUntil ?? at,
    undoneAt: null,
  }
  await addChange(sql, { ...change, undoHash: hashToken(token), at })
  return { before: current, after, undo: heldUntil === null ? null : { change, token } }
}

/** E-mails the owner about a committed change; a change whose e-mail is lost is undone. */
export function mailNumberChange(
  ctx: Context,
  artistId: string,
  set: NumberSet,
  address: string,
): void {
  logSecurity(ctx, 'payout number changed', { account: artistId, network: address })
  const { undo } = set
  const lost = async () => {
    if (undo !== null) await transaction(ctx, (inside) => bringBack(inside, undo.token))
  }
  const link = undo === null ? null : `${ctx.publicUrl}/payout-number/${undo.token}`
  mailOwner(
    ctx,
    artistId,
    address,
    (circumstances) => numberChangedMail(set, link, { circumstances, now: ctx.now() }),
    lost,
  )
}

/** Returns the change that the link of an e-mail is about. Refuses NOT_FOUND. */
export async function numberChangeOf(ctx: Context, token: string): Promise<NumberChangeView> {
  return viewOf(ctx, await changeByToken(ctx, token))
}

/**
 * Restores the earlier number for payouts, ends every session of the artist, the keys added since and every code, and
 * e-mails the owner. Refuses NOT_FOUND, and ILLEGAL_STEP where it was done already or the hold is over.
 */
export async function undoNumberChange(
  ctx: Context,
  token: string,
  address: string,
): Promise<NumberChangeView> {
  const { change, keys } = await transaction(ctx, async (inside) => {
    const undone = await bringBack(inside, token)
    await endSessions(inside, undone.artistId)
    return { change: undone, keys: await undoKeysSince(inside, undone.artistId, undone.beganAt) }
  })
  logSecurity(ctx, 'payout number change undone', { account: change.artistId, network: address })
  mailOwner(ctx, change.artistId, address, (circumstances) =>
    numberBackMail(change, keys, circumstances),
  )
  return { ...viewOf(ctx, change), state: 'undone' }
}

/** Restores the number from before the change. Refuses NOT_FOUND, and ILLEGAL_STEP where it was done or the hold is over. */
async function bringBack(inside: Context, token: string): Promise<NumberChangeRow> {
  const { sql, now } = inside
  const { artistId } = await changeByToken(inside, token)
  await payoutNumbers.lock(sql, artistId)
  // Another undo or the end of the hold may have come before the lock.
  const change = await changeByToken(inside, token)
  if (viewOf(inside, change).state !== 'open')
    throw new Refusal('ILLEGAL_STEP', 'Эта ссылка уже не действует.')
  await restore(inside, change, now())
  return change
}

/** Restores the number from before the first change made since then; the artist is locked. Returns what a letter says of it. */
export async function undoNumberSince(
  inside: Context,
  artistId: string,
  since: Date,
): Promise<string[]> {
  const change = await firstChangeSince(inside.sql, artistId, since)
  if (change === undefined) return []
  await restore(inside, change, since)
  return [`Номер для выплат тоже прежний: ${written(change.before)}`]
}

async function restore(
  { sql, now }: Context,
  { artistId, before }: NumberChangeRow,
  since: Date,
): Promise<void> {
  const at = now()
  await payoutNumbers.save(sql, artistId, before)
  await endChanges(sql, artistId, { at, since })
  if (before.checkedAt !== null) await planPayout(sql, artistId, at)
}

async function changeByToken({ sql }: Context, token: string): Promise<NumberChangeRow> {
  const change = await changeOfLink(sql, hashToken(token))
  if (change === undefined)
    throw new Refusal('NOT_FOUND', 'Ссылка не подошла. Откройте её из письма целиком.')
  return change
}

function viewOf({ now }: Context, change: NumberChangeRow): NumberChangeView {
  const { before, after, heldUntil, undoneAt } = change
  const running = heldUntil > now() ? 'open' : 'late'
  return {
    state: undoneAt === null ? running : 'undone',
    before: numberText(before),
    after: numberText(after),
    heldUntil,
  }
}

function same(one: Number, other: Number): boolean {
  return one.phone === other.phone && one.sbpBankId === other.sbpBankId
}

const written = (number: Number) => numberText(number) ?? 'не указан'

function numberChangedMail(
  { before, after, undo }: NumberSet,
  link: string | null,
  { circumstances, now }: { readonly circumstances: readonly string[]; readonly now: Date },
) {
  const until = undo === null ? '' : dayAndClock(undo.change.heldUntil, 'Europe/Moscow', now)
  const safety =
    undo === null || link === null
      ? [
          'Если это были не вы, сразу задайте новый пароль: на странице входа нажмите «Забыли пароль?».',
          'Чужие входы закроются, и вы сможете указать свой номер.',
        ]
      : [
          `До ${until} на него ничего не выплачивается, деньги копятся на балансе.`,
          '',
          `Если номер сменили не вы, откройте до этого времени ссылку и верните тот, что был (${written(undo.change.before)}). Входить для этого не нужно:`,
          link,
          '',
          `Вместе с этим закроются все входы на вашу страницу и отключатся ${ENDED_WITH_LOGINS}. После этого задайте новый пароль.`,
        ]
  return letter('Номер для выплат изменён', [
    'На вашей странице в «Бисе» изменён номер, на который приходят выплаты.',
    `Был: ${written(before)}`,
    `Стал: ${written(after)}`,
    ...circumstances,
    '',
    ...safety,
    '',
    'Если это сделали вы, ничего делать не нужно.',
  ])
}

function numberBackMail(
  { before }: NumberChangeRow,
  keys: readonly string[],
  circumstances: readonly string[],
) {
  return letter('Прежний номер для выплат возвращён', [
    'По ссылке из письма отменена смена номера, на который приходят выплаты.',
    `Номер сейчас: ${written(before)}`,
    ...keys,
    ...circumstances,
    '',
    `Все входы на вашу страницу закрыты, ${ENDED_WITH_LOGINS} отключены. Тот, кто сменил номер, знал ваш пароль: задайте новый. На странице входа нажмите «Забыли пароль?».`,
  ])
}
