import { ownConcert } from '#domain/concerts/concert.ts'
import { csvRubles, csvText } from '#domain/csv.ts'
import { kopecks } from '#domain/money.ts'
import type { Kopecks } from '#domain/money.ts'
import { admitSplit, checkMembers, splitAmong, totalsOf } from '#domain/payments/members.ts'
import type { Member, MemberSum } from '#domain/payments/members.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { concertMoney, tipsOfSpans } from '../payouts/balance.service.ts'
import type { OrderSums, TipSums } from '../payouts/balance.service.ts'
import {
  begunConcerts,
  concertMembers,
  lockOwner,
  membersOf,
  saveConcertMembers,
  saveMembers,
} from './members.store.ts'

/** Saves the members for concerts that begin from now on. */
export async function saveBandMembers(
  ctx: Context,
  artistId: string,
  typed: readonly Member[],
): Promise<Member[]> {
  const members = checkMembers(typed)
  await saveMembers(ctx.sql, artistId, members)
  return members
}

/** Corrects the members of one concert that has begun. */
export function correctConcertMembers(
  ctx: Context,
  artistId: string,
  concertId: string,
  typed: readonly Member[],
): Promise<Member[]> {
  return transaction(ctx, async ({ sql }) => {
    admitSplit(ownConcert(await lockOwner(sql, concertId), artistId))
    const members = checkMembers(typed)
    await saveConcertMembers(sql, { artistId, concertId }, members)
    return members
  })
}

/** How a concert's earnings are split; no parts where they are not. */
export type BandSplit = {
  readonly earned: Kopecks
  readonly parts: readonly MemberSum[]
  /** The account's current members. */
  readonly band: readonly Member[]
}

/** Returns how these earnings of a concert are split; null before its start, and where there are no members at all. */
export async function splitOfConcert(
  ctx: Context,
  concert: { readonly id: string; readonly artistId: string; readonly startedAt: Date | null },
  { songs, tips }: { readonly songs: OrderSums; readonly tips: TipSums },
): Promise<BandSplit | null> {
  if (concert.startedAt === null) return null
  const { id, artistId } = concert
  const [own, band] = await Promise.all([
    concertMembers(ctx.sql, artistId, id),
    membersOf(ctx.sql, artistId),
  ])
  const members = own.get(id) ?? []
  if (members.length === 0 && band.length === 0) return null
  const sum = earned(songs, tips)
  return { earned: sum, parts: splitAmong(sum, members), band }
}

type Sums = { readonly gross: number; readonly commission: number }

/** Returns a concert's earnings as its report counts them: its songs and the tips given during it, less the commission. */
function earned(songs: Sums, tips: Sums): Kopecks {
  return kopecks(songs.gross - songs.commission + tips.gross - tips.commission)
}

/** Returns the splits of a month («2026-11»), or of all time. Kopecks. */
export async function monthlySplits(ctx: Context, artistId: string, month: string | null) {
  const all = (await earnedConcerts(ctx, artistId, null)).filter((one) => one.earned !== 0)
  const monthOf = (one: EarnedConcert) => dayOf(one).slice(0, 7)
  const concerts = all.filter((one) => month === null || monthOf(one) === month)
  const sumOf = (of: readonly EarnedConcert[]) => of.reduce((sum, one) => sum + one.earned, 0)
  const split = concerts.filter(({ parts }) => parts.length > 0)
  return {
    months: [...new Set(all.map(monthOf))],
    split: sumOf(split),
    unsplit: sumOf(concerts) - sumOf(split),
    members: totalsOf(split.map(({ parts }) => parts)),
    concerts,
  }
}

type EarnedConcert = Omit<BandSplit, 'band'> & {
  readonly concertId: string
  readonly title: string
  /** When it began, which may be another day than was announced. */
  readonly startedAt: Date
  /** IANA name. */
  readonly timeZone: string
  readonly deleted: boolean
}

const CONCERTS_MOST = 1000
const NOTHING: Sums = { gross: 0, commission: 0 }

/** Returns what each concert, or this one, earned and how it is split; the newest first. */
async function earnedConcerts(
  ctx: Context,
  artistId: string,
  concertId: string | null,
): Promise<EarnedConcert[]> {
  const { sql } = ctx
  const only = { concertId, limit: CONCERTS_MOST }
  const [begun, money, bands] = await Promise.all([
    begunConcerts(sql, artistId, only),
    concertMoney(sql, artistId, only),
    concertMembers(sql, artistId, concertId),
  ])
  const spans = begun.map(({ startedAt: from, till }) => ({ from, till: till ?? ctx.now() }))
  const tips = await tipsOfSpans(sql, artistId, spans)
  const songsOf = new Map(money.map((one) => [one.concertId, one]))
  const there = begun.map((one, place) => ({
    ...one,
    deleted: false,
    earned: earned(songsOf.get(one.concertId) ?? NOTHING, tips[place] ?? NOTHING),
  }))
  // A deleted concert has no venue any more.
  const deletedConcerts = money
    .filter(({ deleted }) => deleted)
    .map((one) => ({
      ...one,
      startedAt: one.startsAt,
      timeZone: 'Europe/Moscow',
      earned: earned(one, NOTHING),
    }))
  return [...there, ...deletedConcerts]
    .toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())
    .slice(0, CONCERTS_MOST)
    .map((one) => ({
      concertId: one.concertId,
      title: one.title,
      startedAt: one.startedAt,
      timeZone: one.timeZone,
      deleted: one.deleted,
      earned: one.earned,
      parts: splitAmong(one.earned, bands.get(one.concertId) ?? []),
    }))
}

/** The date in the venue's time zone; «2026-11-21». */
function dayOf({ startedAt, timeZone }: EarnedConcert): string {
  const at = Temporal.Instant.fromEpochMilliseconds(startedAt.getTime())
  return at.toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

const HEADINGS = ['Концерт', 'Дата', 'Заработано за вечер, ₽', 'Участник', 'Доля', 'Участнику, ₽']

/** Returns a CSV with one row for each member of each concert, or of this one. */
export async function splitsCsv(
  ctx: Context,
  artistId: string,
  concertId: string | null,
): Promise<{ text: string; fileName: string }> {
  const found = await earnedConcerts(ctx, artistId, concertId)
  const [one] = found
  if (concertId !== null && one === undefined)
    ownConcert(await lockOwner(ctx.sql, concertId), artistId)
  return {
    text: csvText([HEADINGS, ...found.flatMap(rowsOf)]),
    fileName: concertId === null || one === undefined ? 'doli.csv' : `doli-${dayOf(one)}.csv`,
  }
}

function rowsOf(concert: EarnedConcert): string[][] {
  const { title, earned: sum, parts } = concert
  const shares = parts.reduce((all, { part }) => all + part, 0)
  return parts.map(({ name, part, amount }) => [
    title,
    dayOf(concert),
    csvRubles(sum),
    name,
    `${part} из ${shares}`,
    csvRubles(amount),
  ])
}
