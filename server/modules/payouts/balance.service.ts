import { ownConcert } from '#domain/concerts/concert.ts'
import { csvMoment, csvRubles, csvText } from '#domain/csv.ts'
import { PAYOUT_BANKS } from '#domain/payments/payout.ts'
import { Refusal } from '#domain/refusal.ts'
import { phoneText } from '#domain/russian.ts'
import type { Context } from '#server/context.ts'
import { concertFacts } from '#server/platform/db/concert-facts.ts'
import { balanceOf } from '../ledger/ledger.service.ts'
import { concertMoney, concertTips, moneyLines, moneySums, songMoney } from './balance.store.ts'
import type {
  ConcertMoney,
  MoneyLine,
  OrderSums,
  BalanceCursor,
  SongMoney,
} from './balance.store.ts'

/** What other modules read of an artist's money. */
export { concertMoney, newestTips, tipsOfSpans, unplayedOrders } from './balance.store.ts'
export type {
  ConcertMoney,
  MoneyLine,
  OrderSums,
  SongMoney,
  StoredCredit,
  TipSums,
} from './balance.store.ts'
export { eveningMoney } from './evening-money.store.ts'
export type { EveningMoney } from './evening-money.store.ts'

const CONCERTS_MOST = 100
const PAGE = 500

/** Kopecks. `cursor` comes from the previous answer. Refuses VALIDATION for an invalid cursor. */
export async function artistBalance(
  ctx: Context,
  artistId: string,
  part: { cursor: string | undefined; limit: number },
) {
  const { sql } = ctx
  const after = part.cursor === undefined ? null : placeOf(part.cursor)
  const found = await lines(ctx, artistId, { after, limit: part.limit + 1 })
  const entries = found.slice(0, part.limit)
  const last = entries.at(-1)
  return {
    available: await balanceOf(sql, `artist_payable:${artistId}`),
    debt: await balanceOf(sql, `artist_debt:${artistId}`),
    ...(await moneySums(sql, artistId)),
    entries,
    cursor: found.length > part.limit && last !== undefined ? cursorOf(last) : null,
  }
}

async function lines(
  ctx: Context,
  artistId: string,
  part: { after: BalanceCursor | null; limit: number },
) {
  return (await moneyLines(ctx.sql, artistId, part)).map((line) =>
    line.cause === 'payout' || line.cause === 'payout_rejected'
      ? Object.assign(line, { title: destination(line.title) })
      : line,
  )
}

/** What a concert brought, and the artist's part of the tips begun during it. Kopecks. */
export type ConcertEarnings = ConcertMoney & { readonly tips: number }

/** The newest hundred concerts with paid orders or tips, or one of them. Refuses NOT_FOUND and NOT_YOURS for one that is not the artist's. */
export async function earningsByConcert(
  { sql, now }: Context,
  artistId: string,
  concertId: string | null,
): Promise<ConcertEarnings[]> {
  const only = { concertId, limit: CONCERTS_MOST, now: now() }
  const found = new Map<string, ConcertEarnings>()
  for (const one of await concertMoney(sql, artistId, only))
    found.set(one.concertId, { ...one, tips: 0 })
  for (const { tips, ...concert } of await concertTips(sql, artistId, only)) {
    const songs = found.get(concert.concertId) ?? { ...NO_MONEY, ...concert, deleted: false }
    found.set(concert.concertId, { ...songs, tips })
  }
  // A deleted concert is known by its payments alone.
  if (concertId !== null && found.size === 0)
    ownConcert(await concertFacts(sql, concertId), artistId)
  return [...found.values()]
    .toSorted((a, b) => b.startsAt.getTime() - a.startsAt.getTime())
    .slice(0, CONCERTS_MOST)
}

/** Returns what one concert of this artist brought: the sums of `earningsByConcert`, and the same sums song by song. */
export async function earningsOfConcert(
  ctx: Context,
  artistId: string,
  concertId: string,
): Promise<{ sums: OrderSums; songs: SongMoney[] }> {
  const [sums = NO_MONEY] = await concertMoney(ctx.sql, artistId, { concertId, limit: 1 })
  return { sums, songs: await songMoney(ctx.sql, artistId, concertId) }
}

/** Returns every line as CSV that Russian spreadsheets open without conversion. */
export async function balanceStatement(ctx: Context, artistId: string): Promise<string> {
  const rows = [HEADINGS]
  for (let after: BalanceCursor | null = null; ;) {
    const part: MoneyLine[] = await lines(ctx, artistId, { after, limit: PAGE })
    rows.push(...part.map(rowOf))
    const last = part.at(-1)
    if (part.length < PAGE || last === undefined) break
    after = last
  }
  return csvText(rows)
}

export const NO_MONEY: OrderSums = {
  played: 0,
  returned: 0,
  gross: 0,
  commission: 0,
  held: 0,
  givenBack: 0,
}

const HEADINGS = [
  'Дата и время',
  'Часовой пояс',
  'За что',
  'Состояние',
  'Заплатил слушатель, ₽',
  'Комиссия, ₽',
  'Музыканту, ₽',
  'Песня, слова или номер',
  'Концерт',
  'Номер операции',
]

const CAUSES: Record<MoneyLine['cause'], string> = {
  song: 'Песня',
  tip: 'Благодарность',
  return: 'Возврат',
  payout: 'Выплата',
  payout_rejected: 'Выплата не прошла',
  chargeback: 'Спор по платежу',
}
const STATES: Record<MoneyLine['state'], string> = {
  held: 'удерживается',
  credited: 'зачислено',
  given_back: 'зачислено',
  returning: 'возвращается слушателю',
  return_refused: 'возврат задерживается',
  returned: 'возвращено слушателю',
  taken: 'списано',
  sent: 'в пути',
  completed: 'выплачено',
  rejected: 'отклонено банком',
}

function rowOf(line: MoneyLine): string[] {
  return [
    csvMoment(line.at, line.timeZone, 'second'),
    line.timeZone,
    CAUSES[line.cause],
    STATES[line.state],
    csvRubles(line.gross),
    csvRubles(line.commission),
    csvRubles(line.amount),
    line.title,
    line.concertTitle,
    line.id,
  ]
}

/** Formats «79990000000 100000000004 why» for people to read. */
function destination(title: string): string {
  const [phone = '', bank = '', ...words] = title.split(' ')
  const where = `${phoneText(phone)}, ${PAYOUT_BANKS[bank] ?? bank}`
  return words.length === 0 ? where : `${where}. ${words.join(' ')}`
}

function cursorOf(line: MoneyLine): string {
  return `${line.at.toISOString()}_${line.id}`
}

function placeOf(cursor: string): BalanceCursor {
  const [moment = '', id = ''] = cursor.split('_')
  const at = new Date(moment)
  if (Number.isNaN(at.getTime()) || !/^[\da-f-]{36}$/u.test(id))
    throw new Refusal('VALIDATION', 'Список не продолжается с этого места', 'cursor')
  return { at, id }
}
