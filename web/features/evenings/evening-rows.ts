import type { EveningSong, Evenings, PastEvening } from '#contract/evenings.ts'
import type { Period } from '#domain/concerts/evenings.ts'
import { counted, countedOrders, countedSongs } from '#domain/russian.ts'
import { rubles } from '#web/lib/format.ts'
import type { NamedFigure } from '#web/ui/charts/figures.tsx'
import type { PlotRow } from '#web/ui/charts/bar-plot.tsx'

const concertCount = (count: number) => counted(count, 'концерт', 'концерта', 'концертов')

/** «За год 41 вечер, 212 480 ₽» */
export function sumText({ total }: Evenings, period: Period): string {
  const count = counted(total.concerts, 'вечер', 'вечера', 'вечеров')
  const when = period === 'year' ? 'За год' : 'За всё время'
  return [`${when} ${count}`, ...(total.net > 0 ? [rubles(total.net)] : [])].join(', ')
}

/** Which part of the sum is in none of the rows; null where there is none. */
export function outsideText({ towns }: Evenings): string | null {
  const sum = towns.filter(({ place }) => place !== 'concert').reduce((so, { net }) => so + net, 0)
  if (sum === 0) return null
  return `В том числе ${rubles(sum)} вне этих вечеров: благодарности между ними и удалённые концерты`
}

/** «36 песен · 47 слушателей» */
export function eveningNote({ played, listeners }: PastEvening): string {
  return [
    countedSongs(played),
    ...(listeners > 0 ? [counted(listeners, 'слушатель', 'слушателя', 'слушателей')] : []),
  ].join(' · ')
}

/** All evenings in figures, income first; sums and listeners of zero are left out. */
export function figuresOf({ total }: Evenings): NamedFigure[] {
  const { gross, commission, net, held, givenBack } = total
  const earned = {
    name: 'Заработано',
    value: rubles(net),
    note: `${rubles(gross)} минус комиссия ${rubles(commission)}`,
  }
  return [
    ...(gross > 0 ? [earned] : []),
    { name: 'Концерты', value: concertCount(total.concerts) },
    { name: 'Заказали', value: countedOrders(total.orders) },
    { name: 'Прозвучало', value: countedSongs(total.played) },
    ...(total.listeners > 0
      ? [
          {
            name: 'Кто заказывал',
            value: counted(total.listeners, 'слушатель', 'слушателя', 'слушателей'),
            note: 'по телефонам, с которых заказывали',
          },
        ]
      : []),
    ...(held > 0 ? [{ name: 'Удерживается', value: rubles(held) }] : []),
    ...(givenBack > 0
      ? [{ name: 'Вернули слушателям', value: rubles(givenBack), note: 'за заказанные песни' }]
      : []),
  ]
}

/** «ноябрь 2026 г.» */
function monthText(month: string): string {
  const format = new Intl.DateTimeFormat('ru-RU', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return format.format(new Date(`${month}-01T00:00:00Z`)).replace(' г.', '')
}

type Group = Evenings['months'][number] | Evenings['towns'][number]

/** The income of a group; when there was no payment at all, its number of orders. */
function barOf(group: Omit<Group, 'month'>, paid: boolean) {
  const { concerts, orders, net } = group
  const about = [
    ...(concerts > 0 ? [concertCount(concerts)] : []),
    ...(paid && orders > 0 ? [countedOrders(orders)] : []),
  ].join(' · ')
  return {
    value: paid ? net : orders,
    text: paid ? rubles(net) : countedOrders(orders),
    ...(about === '' ? {} : { note: about }),
  }
}

/** There was a payment, so income is plotted. */
export const isPaid = ({ total }: Evenings) => total.gross > 0

export function monthRows(evenings: Evenings): PlotRow[] {
  return evenings.months
    .map((group) => ({
      key: group.month,
      label: monthText(group.month),
      ...barOf(group, isPaid(evenings)),
    }))
    .toReversed()
}

const PLACES = { deleted: 'Удалённые концерты', outside: 'Благодарности вне концертов' } as const

export function townRows(evenings: Evenings): PlotRow[] {
  return evenings.towns.map((group) => ({
    key: `${group.place} ${group.town}`,
    label: group.place === 'concert' ? group.town || 'Город не указан' : PLACES[group.place],
    ...barOf(group, isPaid(evenings)),
  }))
}

export function venueRows(evenings: Evenings): PlotRow[] {
  return evenings.venues
    .filter(({ place }) => place === 'concert')
    .map((group) => ({
      key: `${group.town} ${group.venue}`,
      label: [group.venue, group.town].filter((part) => part !== '').join(', ') || 'Без названия',
      ...barOf(group, isPaid(evenings)),
    }))
}

const clock = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`

export function hourRows({ hours }: Evenings): PlotRow[] {
  return hours.map(({ hour, net }) => ({
    key: String(hour),
    label: `${clock(hour)}–${clock(hour + 1)}`,
    value: net,
    text: rubles(net),
  }))
}

export function songRows(songs: readonly EveningSong[]): PlotRow[] {
  return songs.map(({ songId, title, artistName, orders, played, inRepertoire }) => {
    const about = [
      ...(played > 0 ? [`сыграно: ${counted(played, 'раз', 'раза', 'раз')}`] : []),
      ...(inRepertoire ? [] : ['нет в репертуаре']),
    ].join(' · ')
    return {
      key: songId,
      label: [title, artistName].filter((part) => part !== '').join(' — '),
      value: orders,
      text: countedOrders(orders),
      ...(about === '' ? {} : { note: about }),
    }
  })
}
