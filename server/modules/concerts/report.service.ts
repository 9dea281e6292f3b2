import { ownConcert } from '#domain/concerts/concert.ts'
import { NO_NOTE } from '#domain/queue/own-song.ts'
import { csvMoment, csvRubles, csvText } from '#domain/csv.ts'
import type { GoalSoFar } from '#domain/payments/goal.ts'
import { goalOfEvening } from '../goals/goals.service.ts'
import { splitOfConcert } from '../members/members.service.ts'
import type { BandSplit } from '../members/members.service.ts'
import {
  earningsOfConcert,
  newestTips,
  NO_MONEY,
  tipsOfSpans,
  unplayedOrders,
} from '../payouts/balance.service.ts'
import type { OrderSums, SongMoney, StoredCredit, TipSums } from '../payouts/balance.service.ts'
import { concertHistory, playedSongs } from '../queue/history.service.ts'
import type { PastEntry, StoredWantedSong } from '../queue/history.service.ts'
import { thanksOfConcert, tippersOf } from '../thanks/thanks.service.ts'
import type { Context } from '#server/context.ts'
import { concertTimes, followingOf } from './concerts.store.ts'
import type { ConcertTimes } from './concerts.store.ts'

/** A song of the evening with its money; `id` is null when it is in no list: paid too late, or cancelled by all who ordered it. */
export type ReportLine = Omit<PastEntry, 'id'> & {
  readonly id: string | null
  readonly money: OrderSums
  readonly credits: readonly StoredCredit[]
}

export type ConcertReport = {
  readonly concert: ConcertTimes
  readonly orders: number
  readonly playedSongs: number
  readonly skippedSongs: number
  readonly waitingSongs: number
  readonly people: number
  readonly cash: number
  readonly money: OrderSums
  readonly tips: TipSums
  readonly goal: GoalSoFar | null
  readonly split: BandSplit | null
  readonly toGiveBack: ToGiveBack
  /** The same with the later concerts of its series; undefined when there are none. */
  readonly withFollowing:
    | { readonly following: number; readonly toGiveBack: ToGiveBack; readonly unpublished?: true }
    | undefined
  readonly played: readonly ReportLine[]
  readonly skipped: readonly ReportLine[]
  readonly waiting: readonly ReportLine[]
  /** Paid for and cancelled by the listeners themselves: not a skipped song, but money that moved. */
  readonly takenOff: readonly ReportLine[]
  readonly wanted: readonly StoredWantedSong[]
}

type ToGiveBack = { readonly orders: number; readonly amount: number }

/** Songs of each kind on the page, and in the table. */
const SHOWN_MOST = 500
const SAVED_MOST = 5000
const TIPS_MOST = 100

const NOBODY = { name: '', table: null, answered: false, held: false }
const NO_TIPS: TipSums = { count: 0, gross: 0, commission: 0 }

/** The artist's report of a concert. The sums are those of the balance; of listeners it has what they wrote, while that is stored. */
export async function concertReport(
  ctx: Context,
  artistId: string,
  concertId: string,
  most = SHOWN_MOST,
): Promise<ConcertReport> {
  const concert = ownConcert(await concertTimes(ctx.sql, concertId), artistId)
  const [evening, { sums, songs }, toGiveBack, withFollowing, tips] = await Promise.all([
    concertHistory(ctx, concert, most),
    earningsOfConcert(ctx, artistId, concertId),
    unplayedOrders(ctx.sql, [concertId]),
    withFollowingOf(ctx, concert),
    tipsOf(ctx, concert),
  ])
  const moneyOf = new Map(songs.map((song) => [song.entryId, song]))
  const withMoney = (entry: PastEntry): ReportLine => ({
    ...entry,
    money: moneyOf.get(entry.id) ?? NO_MONEY,
    credits: moneyOf.get(entry.id)?.credits ?? [],
  })
  const without = (song: SongMoney): ReportLine => ({
    ...song,
    ...IN_NO_LIST,
    asks: [],
    money: song,
  })
  const listed = [...evening.played, ...evening.skipped, ...evening.waiting]
  const listedIds = new Set<string | null>([null, ...listed.map(({ id }) => id)])
  const late = songs.filter((song) => song.entryId === null).map(without)
  return {
    concert,
    orders: evening.counts.orders,
    playedSongs: evening.counts.played,
    skippedSongs: evening.counts.skipped,
    waitingSongs: evening.counts.waiting,
    people: evening.counts.people,
    cash: evening.counts.cash,
    money: sums,
    tips,
    goal: await goalOfEvening(ctx, concert),
    split: await splitOfConcert(ctx, concert, { songs: sums, tips }),
    toGiveBack,
    withFollowing,
    played: evening.played.map(withMoney),
    skipped: [...evening.skipped.map(withMoney), ...late],
    waiting: evening.waiting.map(withMoney),
    takenOff: songs.filter((song) => !listedIds.has(song.entryId)).map(without),
    wanted: evening.wanted,
  }
}

/** What was played so far, the newest first, and the tips with their texts; tips are null unless `withTips`. Kopecks. */
export async function eveningSoFar(
  ctx: Context,
  artistId: string,
  concertId: string,
  { withTips }: { withTips: boolean },
) {
  const span = spanOf(ctx, ownConcert(await concertTimes(ctx.sql, concertId), artistId))
  const tipsInSpan = () =>
    span === null ? { sum: 0, newest: [] } : newestTips(ctx.sql, artistId, span, TIPS_MOST)
  const [played, tips, thanks] = await Promise.all([
    playedSongs(ctx, concertId, SHOWN_MOST),
    withTips ? tipsInSpan() : null,
    thanksOfConcert(ctx, concertId),
  ])
  if (tips === null) return { played, tips, thanks }
  const ids = tips.newest.map(({ id }) => id)
  const who = await tippersOf(ctx.sql, concertId, ids)
  const newest = tips.newest.map((tip) => {
    const { held, ...giver } = who.get(tip.id) ?? NOBODY
    return { ...tip, ...giver, ...(held && { held }) }
  })
  return { played, tips: { ...tips, newest }, thanks }
}

/** Returns the report as a table and its file name. */
export async function reportCsv(
  ctx: Context,
  artistId: string,
  concertId: string,
): Promise<{ text: string; fileName: string }> {
  const report = await concertReport(ctx, artistId, concertId, SAVED_MOST)
  const { startsAt, timeZone } = report.concert
  return {
    text: tableOf(report),
    fileName: `otchet-${csvMoment(startsAt, timeZone).slice(0, 10)}.csv`,
  }
}

function spanOf(ctx: Context, { startedAt, finishedAt }: ConcertTimes) {
  return startedAt && { from: startedAt, till: finishedAt ?? ctx.now() }
}

async function tipsOf(ctx: Context, concert: ConcertTimes): Promise<TipSums> {
  const span = spanOf(ctx, concert)
  const [tips = NO_TIPS] = span ? await tipsOfSpans(ctx.sql, concert.artistId, [span]) : []
  return tips
}

async function withFollowingOf(ctx: Context, concert: ConcertTimes) {
  if (concert.seriesId === null) return undefined
  const later = await followingOf(ctx.sql, concert)
  if (later.length === 0) return undefined
  const all = [concert, ...later]
  return {
    following: later.length,
    toGiveBack: await unplayedOrders(
      ctx.sql,
      all.map(({ id }) => id),
    ),
    ...unseen(...all),
  }
}

/** Whether strangers know of none of these concerts. */
export const unseen = (
  ...concerts: readonly Pick<ConcertTimes, 'publishAt'>[]
): { unpublished?: true } =>
  concerts.every(({ publishAt }) => publishAt !== null) ? { unpublished: true } : {}

const IN_NO_LIST = {
  id: null,
  imageUrl: '',
  status: 'SKIPPED',
  startedAt: null,
  endedAt: null,
  backers: 0,
  ...NO_NOTE,
  cash: 0,
} as const

const STATUS_TEXTS: Record<ReportLine['status'], string> = {
  PLAYED: 'Прозвучала',
  NOW: 'Звучит',
  SKIPPED: 'Не прозвучала',
  QUEUED: 'В очереди',
  SCHEDULED: 'Заказана',
  COLLECTING: 'Собирают деньги',
}

function tableOf(report: ConcertReport): string {
  const { timeZone } = report.concert
  const headings = [
    `Начало (${timeZone})`,
    'Песня',
    'Исполнитель',
    'Что стало',
    'Слушателей',
    'Заплатили за сыгранное, ₽',
    'Комиссия, ₽',
    'Музыканту, ₽',
    'Удерживается для музыканта, ₽',
    'Возвращено слушателям, ₽',
    'Для кого',
    'Наличными, ₽',
  ]
  const rowOf = (line: ReportLine, statusText: string) => [
    line.startedAt === null ? '' : csvMoment(line.startedAt, timeZone),
    line.title,
    line.artistName,
    statusText,
    String(line.backers),
    ...sumsOf(line.money),
    line.forWhom,
    line.cash > 0 ? csvRubles(line.cash) : line.inCash ? 'да' : '',
  ]
  const lines = [
    ...[...report.played, ...report.skipped, ...report.waiting].map((line) =>
      rowOf(line, line.id === null ? 'Оплачена слишком поздно' : STATUS_TEXTS[line.status]),
    ),
    ...report.takenOff.map((line) => rowOf(line, 'Отменена слушателем')),
  ]
  const { count, gross, commission } = report.tips
  const tips = sumsOf({ ...NO_MONEY, gross, commission })
  return csvText([
    headings,
    ...lines,
    ['', 'Благодарности за концерт', '', '', String(count), ...tips, '', ''],
    ['', 'Песни вместе', '', '', String(report.orders), ...sumsOf(report.money), '', ''],
  ])
}

function sumsOf({ gross, commission, held, givenBack }: OrderSums): string[] {
  return [gross, commission, gross - commission, held, givenBack].map(csvRubles)
}
