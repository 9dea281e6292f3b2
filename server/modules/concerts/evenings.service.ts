import { everyMonth, firstMonth, inEveningOrder } from '#domain/concerts/evenings.ts'
import type { MoneyPlace, Period } from '#domain/concerts/evenings.ts'
import { csvMoment, csvRubles, csvText } from '#domain/csv.ts'
import type { Context } from '#server/context.ts'
import { eveningMoney } from '../payouts/balance.service.ts'
import type { EveningMoney } from '../payouts/balance.service.ts'
import { eveningsHistory } from '../queue/history.service.ts'
import type { EveningCounts } from '../queue/history.service.ts'

/** Songs of each list, and evenings. */
const SONGS_MOST = 50
const EVENINGS_MOST = 5000

const NO_COUNTS = { concerts: 0, orders: 0, played: 0 }
const NO_SUMS = { gross: 0, commission: 0, net: 0 }
const NOWHERE = { place: 'concert', town: '', venue: '' } as const
const NOTHING = { ...NO_COUNTS, ...NO_SUMS, ...NOWHERE, month: '' }

type Sums = { readonly gross: number; readonly commission: number; readonly net: number }
type Counts = Pick<EveningCounts, 'concerts' | 'orders' | 'played'>
type Place = { readonly place: MoneyPlace; readonly town: string; readonly venue: string }
type Group = Counts & Sums & Place & { readonly month: string }

/** All evenings of an artist together: what was ordered and what it earned. */
export async function allEvenings(ctx: Context, artistId: string, period: Period) {
  const month = firstMonth(period, ctx.now())
  const [{ groups: counts, listeners, songs, earlier }, money] = await Promise.all([
    eveningsHistory(ctx, artistId, month, SONGS_MOST),
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
    evenings: eveningsOf(both).slice(0, EVENINGS_MOST),
    earlier,
    months: everyMonth([...months.keys()]).map((of) => ({
      ...NOTHING,
      ...months.get(of),
      month: of,
    })),
    towns: grouped(both, 'town').toSorted(mostFirst),
    venues: grouped(both, 'venue').toSorted(mostFirst),
    hours: hoursOf(money),
    asked: songs.slice(0, SONGS_MOST),
    neverPlayed: songs.filter(({ played }) => played === 0).slice(0, SONGS_MOST),
  }
}

/** Returns a CSV with one row for each evening, and one for what came outside of them; times are those of the venue. */
export async function eveningsCsv(ctx: Context, artistId: string): Promise<string> {
  const { evenings, towns } = await allEvenings(ctx, artistId, 'all')
  return csvText([
    HEADINGS,
    ...evenings.map((evening) => [
      csvMoment(new Date(evening.dateTimeStart), evening.timeZone),
      evening.timeZone,
      evening.title,
      evening.venue,
      evening.town,
      ...[evening.played, evening.orders, evening.listeners].map(String),
      ...sumCells(evening),
    ]),
    ...towns
      .filter(({ place }) => place !== 'concert')
      .map((group) => ['', '', OUTSIDE[group.place], '', '', '', '', '', ...sumCells(group)]),
  ])
}

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

/** Each evening that began with what it earned; the newest first. */
function eveningsOf({ counts, money }: Both) {
  const sums = new Map(
    money.filter(({ by }) => by === 'evening').map((group) => [group.eveningId, group]),
  )
  return counts
    .filter((group) => group.by === 'evening')
    .toSorted((one, other) => other.startedAt.getTime() - one.startedAt.getTime())
    .map(
      ({ eveningId, title, startedAt, timeZone, city, placeName, orders, played, listeners }) => ({
        sessionId: eveningId ?? '',
        title,
        dateTimeStart: startedAt.toISOString(),
        timeZone,
        venue: placeName,
        town: city,
        orders,
        played,
        listeners,
        ...sumsOf(sums.get(eveningId)),
      }),
    )
}

const HEADINGS = [
  'Начало',
  'Часовой пояс',
  'Концерт',
  'Площадка',
  'Город',
  'Сыграно песен',
  'Заказов',
  'Слушателей',
  'Заплатили, ₽',
  'Комиссия, ₽',
  'Музыканту, ₽',
]

const sumCells = ({ gross, commission, net }: Sums) => [gross, commission, net].map(csvRubles)

const OUTSIDE: Record<MoneyPlace, string> = {
  concert: '',
  deleted: 'Удалённые концерты',
  outside: 'Благодарности вне концертов',
}
