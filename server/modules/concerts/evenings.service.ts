import { everyMonth, firstMonth, inEveningOrder, tableFile } from '#domain/concerts/evenings.ts'
import type { EveningTable, MoneyPlace, Period } from '#domain/concerts/evenings.ts'
import { csvRubles, csvText } from '#domain/csv.ts'
import type { Context } from '#server/context.ts'
import { eveningMoney } from '../payouts/balance.service.ts'
import type { EveningMoney } from '../payouts/balance.service.ts'
import { eveningsHistory } from '../queue/history.service.ts'
import type { EveningCounts } from '../queue/history.service.ts'

/** Songs of each list on the page, and in the table. */
const SHOWN_MOST = 50
const SAVED_MOST = 5000

const NO_COUNTS = { concerts: 0, orders: 0, played: 0 }
const NO_SUMS = { gross: 0, commission: 0, net: 0 }
const NOWHERE = { place: 'concert', town: '', venue: '' } as const
const NOTHING = { ...NO_COUNTS, ...NO_SUMS, ...NOWHERE, month: '' }

type Sums = { readonly gross: number; readonly commission: number; readonly net: number }
type Counts = Pick<EveningCounts, 'concerts' | 'orders' | 'played'>
type Place = { readonly place: MoneyPlace; readonly town: string; readonly venue: string }
type Group = Counts & Sums & Place & { readonly month: string }

/** All evenings of an artist together: what was ordered and what it earned. */
export async function allEvenings(
  ctx: Context,
  artistId: string,
  period: Period,
  most = SHOWN_MOST,
) {
  const month = firstMonth(period, ctx.now())
  const [{ groups: counts, listeners, songs }, money] = await Promise.all([
    eveningsHistory(ctx, artistId, month, most),
    eveningMoney(ctx.sql, artistId, { month, now: ctx.now() }),
  ])
  const both = { counts, money }
  const months = new Map(grouped(both, 'month').map((group) => [group.month, group]))
  const earned = money.find(({ by }) => by === 'all')
  return {
    total: {
      ...countsOf(counts.find(({ by }) => by === 'all')),
      ...sumsOf(earned),
      listeners,
      held: earned?.held ?? 0,
      givenBack: earned?.givenBack ?? 0,
    },
    months: everyMonth([...months.keys()]).map((of) => ({
      ...NOTHING,
      ...months.get(of),
      month: of,
    })),
    towns: grouped(both, 'town').toSorted(mostFirst),
    venues: grouped(both, 'venue').toSorted(mostFirst),
    hours: hoursOf(money),
    asked: songs.slice(0, most),
    neverPlayed: songs.filter(({ played }) => played === 0).slice(0, most),
  }
}

/** Returns one of the tables and its file name. */
export async function eveningsCsv(
  ctx: Context,
  artistId: string,
  period: Period,
  table: EveningTable,
): Promise<{ text: string; fileName: string }> {
  const found = await allEvenings(ctx, artistId, period, SAVED_MOST)
  return { text: csvText(TABLES[table](found)), fileName: tableFile(table) }
}

type Found = Awaited<ReturnType<typeof allEvenings>>

function countsOf({ concerts, orders, played }: Counts = NO_COUNTS): Counts {
  return { concerts, orders, played }
}

function sumsOf(money: EveningMoney | undefined): Sums {
  if (money === undefined) return NO_SUMS
  const { gross, commission } = money
  return { gross, commission, net: gross - commission }
}

type Keys = Pick<EveningCounts, 'month' | 'town' | 'venue'> & Partial<Pick<EveningMoney, 'place'>>

function keysOf({ month, place, town, venue }: Keys): Place & { readonly month: string } {
  return { month: month ?? '', place: place ?? 'concert', town: town ?? '', venue: venue ?? '' }
}

type Both = { readonly counts: readonly EveningCounts[]; readonly money: readonly EveningMoney[] }

/** Joins counts and money of the same month, town or venue. */
function grouped({ counts, money }: Both, wanted: 'month' | 'town' | 'venue'): Group[] {
  const groups = new Map<string, Group>()
  const add = (keys: Keys, part: Partial<Group>) => {
    const of = wanted === 'month' ? { ...NOWHERE, month: keys.month ?? '' } : keysOf(keys)
    const key = JSON.stringify(of)
    groups.set(key, { ...NOTHING, ...of, ...groups.get(key), ...part })
  }
  for (const group of counts) if (group.by === wanted) add(group, countsOf(group))
  for (const group of money) if (group.by === wanted) add(group, sumsOf(group))
  // A deleted concert whose orders were all returned leaves an empty group.
  return [...groups.values()].filter(({ concerts, gross }) => concerts > 0 || gross > 0)
}

const mostFirst = (one: Group, other: Group) =>
  other.net - one.net || other.concerts - one.concerts || other.orders - one.orders

function hoursOf(money: readonly EveningMoney[]) {
  const hours = new Map(
    money.flatMap((group) => (group.hour !== null && group.gross > 0 ? [[group.hour, group]] : [])),
  )
  return inEveningOrder([...hours.keys()]).map((hour) => ({ hour, ...sumsOf(hours.get(hour)) }))
}

const SUM_HEADINGS = ['Заплатили, ₽', 'Комиссия, ₽', 'Музыканту, ₽']
const COUNT_HEADINGS = ['Концертов', 'Заказов', 'Сыграно песен']
const SONG_HEADINGS = ['Песня', 'Исполнитель', 'Заказов', 'Сыграно', 'В репертуаре']

const sumCells = ({ gross, commission, net }: Sums) => [gross, commission, net].map(csvRubles)
const groupCells = (group: Counts & Sums) => [
  ...[group.concerts, group.orders, group.played].map(String),
  ...sumCells(group),
]

const PLACES: Record<MoneyPlace, string> = {
  concert: '',
  deleted: 'Удалённые концерты',
  outside: 'Вне концертов',
}

const townCell = ({ place, town }: Place) => (place === 'concert' ? town : PLACES[place])

const songRows = (songs: Found['asked']) => [
  SONG_HEADINGS,
  ...songs.map((song) => [
    song.title,
    song.artistName,
    String(song.orders),
    String(song.played),
    song.inRepertoire ? 'да' : '',
  ]),
]

const TABLES: Record<EveningTable, (found: Found) => string[][]> = {
  months: ({ months }) => [
    ['Месяц', ...COUNT_HEADINGS, ...SUM_HEADINGS],
    ...months.map((group) => [group.month, ...groupCells(group)]),
  ],
  towns: ({ towns }) => [
    ['Город', ...COUNT_HEADINGS, ...SUM_HEADINGS],
    ...towns.map((group) => [townCell(group), ...groupCells(group)]),
  ],
  venues: ({ venues }) => [
    ['Площадка', 'Город', ...COUNT_HEADINGS, ...SUM_HEADINGS],
    ...venues.map((group) => [group.venue, townCell(group), ...groupCells(group)]),
  ],
  hours: ({ hours }) => [
    ['Час', ...SUM_HEADINGS],
    ...hours.map((group) => [`${String(group.hour).padStart(2, '0')}:00`, ...sumCells(group)]),
  ],
  asked: ({ asked }) => songRows(asked),
  neverPlayed: ({ neverPlayed }) => songRows(neverPlayed),
}
