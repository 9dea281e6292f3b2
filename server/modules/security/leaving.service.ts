import type { LeavingView } from '#contract/security.ts'
import {
  admitLeaving,
  leavingFault,
  leftReserveText,
  LEAVING_MS,
} from '#domain/accounts/leaving.ts'
import type { InReserve, Leaving } from '#domain/accounts/leaving.ts'
import { letter } from '#domain/letter.ts'
import type { MailText } from '#domain/letter.ts'
import { formatRubles, kopecks } from '#domain/money.ts'
import { MIN_PAYOUT_RUBLES } from '#domain/payments/payout.ts'
import { Refusal } from '#domain/refusal.ts'
import { dayAndMonth } from '#domain/russian.ts'
import { DAY_MS } from '#domain/time.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { eraseAccountData } from '#server/platform/db/account-data.ts'
import { afterCommit, lockArtistRow } from '#server/platform/db/tx.ts'
import { mailOwner } from '../accounts/mailer.service.ts'
import { provePassword } from '../accounts/new-password.service.ts'
import { endLeft } from '../accounts/tokens.service.ts'
import { reserveUsername } from '../accounts/usernames.service.ts'
import { deleteConcerts } from '../concerts/concert-lifecycle.service.ts'
import { artistBalance } from '../payouts/balance.service.ts'
import { keptOfArtist, planPayout, withdraw } from '../payouts/payouts.service.ts'
import { dropCopyOf } from './data-copy.service.ts'
import { closedBefore, comingOf, leavingOf, markClosing, markErased } from './leaving.store.ts'
import type { LeavingRow } from './leaving.store.ts'

type Holdings = LeavingRow & Leaving & { held: number; reserve: InReserve | null }

async function holdings(ctx: Context, artistId: string): Promise<Holdings> {
  const row = await leavingOf(ctx.sql, artistId)
  if (row === undefined) throw new Refusal('NOT_FOUND', 'Аккаунта больше нет')
  const newest = { cursor: undefined, limit: 1 }
  const { available, debt, held } = await artistBalance(ctx, artistId, newest)
  const { inDispute: disputed, reserve = null } = await keptOfArtist(ctx, artistId)
  return { ...row, available: kopecks(available), debt: kopecks(debt), held, disputed, reserve }
}

/** What would happen if the owner deleted the account now. */
export async function leavingView(ctx: Context, artistId: string): Promise<LeavingView> {
  const account = await holdings(ctx, artistId)
  const coming = await comingOf(ctx.sql, artistId)
  const { available, reserve, held, debt, songs, texts } = account
  return {
    fault: leavingFault(account),
    available,
    ...(reserve !== null && {
      reserve: { amount: reserve.amount, until: reserve.until.toISOString() },
    }),
    held,
    debt,
    songs,
    texts,
    concerts: coming.map(({ title, timeZone, paid, payers, startsAt }) => ({
      title,
      timeZone,
      paid,
      payers,
      startsAt: startsAt.toISOString(),
    })),
    erasedAt: new Date(ctx.now().getTime() + LEAVING_MS).toISOString(),
  }
}

/**
 * Deletes an account: what is available is paid out first, a reserve as it is released, coming concerts are cancelled
 * with their money, the page is hidden and every login ends; within LEAVING_MS a login brings it back. Refuses VALIDATION
 * at `currentPassword`, ILLEGAL_STEP with why it cannot be now, and what a payout refuses; then nothing is changed but
 * what was paid out.
 */
export async function leave(
  ctx: Context,
  artistId: string,
  { currentPassword, address }: { readonly currentPassword: string; readonly address: string },
): Promise<void> {
  await provePassword(ctx, artistId, currentPassword)
  mailOwner(ctx, artistId, address, await startLeaving(ctx, artistId))
}

/** As `leave` does once it is proved who asks; returns the letter for the owner. `also` happens in the same transaction. */
export async function startLeaving(
  ctx: Context,
  artistId: string,
  also: (inside: Context) => Promise<unknown> = async () => {},
): Promise<(circumstances: readonly string[]) => MailText> {
  const account = await holdings(ctx, artistId)
  admitLeaving(account)
  const owed = account.available >= MIN_PAYOUT_RUBLES * 100
  let allLater = false
  if (owed)
    await withdraw(ctx, artistId, null).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      // In reserve, or too little to go out before it: it follows by the plan.
      allLater = error.code === 'NOTHING_TO_PAY'
      if (allLater) return
      const money = `На балансе ${formatRubles(account.available)}, сначала их нужно выплатить.`
      throw new Refusal('ILLEGAL_STEP', `${money} ${error.message}`)
    })
  for (const { id } of await comingOf(ctx.sql, artistId))
    await deleteConcerts(ctx, artistId, { id })
  const until = new Date(ctx.now().getTime() + LEAVING_MS)
  await transaction(ctx, async (inside) => {
    await lockArtistRow(inside.sql, artistId)
    // A concert may have begun, or another have deleted it, since it was looked at.
    const { running = false, closingAt = null } = (await leavingOf(inside.sql, artistId)) ?? {}
    admitLeaving({ ...account, running, closingAt })
    await markClosing(inside.sql, artistId, inside.now())
    if (owed) await planPayout(inside.sql, artistId, new Date(inside.now().getTime() + DAY_MS))
    await endLeft(inside, artistId)
    await also(inside)
    afterCommit(inside.sql, ctx.names.changed)
  })
  const { reserve } = await keptOfArtist(ctx, artistId)
  const later = reserve && allLater ? { ...reserve, amount: account.available } : reserve
  return (circumstances) => leftMail(until, circumstances, ctx.now(), later)
}

/**
 * Erases the accounts whose time to come back is over, each in its own transaction; one whose money has not left, or is
 * owed or disputed, waits.
 * @throws AggregateError after the last of them, with what failed.
 */
export async function eraseLeft(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - LEAVING_MS)
  const failures: unknown[] = []
  for (const id of await closedBefore(ctx.sql, before))
    await eraseAccount(ctx, id).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'some accounts were not erased')
}

async function eraseAccount(ctx: Context, id: string): Promise<void> {
  const { available, debt, disputed, payoutUnderWay, username } = await holdings(ctx, id)
  const holds = payoutUnderWay || available >= MIN_PAYOUT_RUBLES * 100
  if (holds || debt > 0 || disputed > 0) {
    ctx.log.warn({ artist: id }, 'a deleted account has open money, so it is not erased')
    return
  }
  await transaction(ctx, async (inside) => {
    await lockArtistRow(inside.sql, id)
    if ((await leavingOf(inside.sql, id))?.closingAt == null) return
    await reserveUsername(inside, id, username)
    await dropCopyOf(inside, id)
    await eraseAccountData(inside.sql, id)
    await markErased(inside.sql, id, inside.now())
    afterCommit(inside.sql, ctx.names.changed)
  })
}

function leftMail(
  until: Date,
  circumstances: readonly string[],
  now: Date,
  reserve?: InReserve,
): MailText {
  return letter('Аккаунт удалён', [
    'Ваша страница в «Бисе» удалена: её больше никто не видит.',
    ...circumstances,
    '',
    `До ${dayAndMonth(until, 'Europe/Moscow', now)} можно вернуться: войдите, и страница откроется снова. Отменённые концерты не вернутся, их нужно объявить заново. Потом мы сотрём имя, описание, фото, песни, тексты, почту и телефон. Проводки и чеки останутся без имени, так велит закон.`,
    ...(reserve ? [leftReserveText(reserve, { zone: 'Europe/Moscow', now })] : []),
    '',
    'Если это были не вы, войдите и задайте новый пароль: на странице входа нажмите «Забыли пароль?».',
  ])
}
