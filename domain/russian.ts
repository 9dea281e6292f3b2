import { normalForm } from './normal-form.ts'
import { DAY_MS } from './time.ts'

const PLURALS = new Intl.PluralRules('ru-RU')
const NUMBERS = new Intl.NumberFormat('ru-RU')

/** The form of a noun after a number: plural(2, 'песня', 'песни', 'песен') is «песни»; fractions take the second one. */
export function plural(n: number, one: string, few: string, many: string): string {
  const category = PLURALS.select(n)
  if (category === 'one') return one
  return category === 'many' ? many : few
}

/** The number with its noun: «21 песня», «12 500 песен». */
export function counted(n: number, one: string, few: string, many: string): string {
  return `${NUMBERS.format(n)} ${plural(n, one, few, many)}`
}

export const countedSongs = (n: number) => counted(n, 'песня', 'песни', 'песен')
export const countedOrders = (n: number) => counted(n, 'заказ', 'заказа', 'заказов')

const IN_WORDS = 'одной двух трёх четырёх пяти шести семи восьми девяти десяти'.split(' ')

/** The number with a feminine noun after «в», the first ten in words: «трёх строках», «21 строке». */
export function countedIn(n: number, one: string, many: string): string {
  return `${IN_WORDS[n - 1] ?? NUMBERS.format(n)} ${plural(n, one, many, many)}`
}

const TO_WORDS = 'одной двум трём четырём пяти шести семи восьми девяти десяти'.split(' ')

/** The number with a noun after «по», the first ten in words: «двум», «21». */
export const numberTo = (n: number): string => TO_WORDS[n - 1] ?? NUMBERS.format(n)

/** «15 000», with a plain space. */
export const spaced = (n: number): string => NUMBERS.format(n).replaceAll('\u00A0', ' ')

/** The text that its spellings share: lower case, the normal form, «е» for «ё». */
export const foldedText = (text: string): string =>
  normalForm(text).toLowerCase().replaceAll('ё', 'е')

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** The product's formats of a moment. */
const STYLES = {
  timeAndDay: { weekday: 'long', day: 'numeric', month: 'short', ...CLOCK },
  shortTimeAndDay: { weekday: 'short', day: 'numeric', month: 'short', ...CLOCK },
  dayAndClock: { day: 'numeric', month: 'short', ...CLOCK },
  dayAndMonth: { day: 'numeric', month: 'long' },
  clock: CLOCK,
  calendarDay: { year: 'numeric', month: 'numeric', day: 'numeric' },
  offset: { timeZoneName: 'longOffset' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

type Style = keyof typeof STYLES

// Creating a formatter costs a hundred times more than using it, and a page formats dozens of moments.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(style: Style, zone: string): Intl.DateTimeFormat {
  const key = `${style} ${zone}`
  const known = formatters.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('ru-RU', { ...STYLES[style], timeZone: zone })
  formatters.set(key, made)
  return made
}

function part(style: Style, zone: string, at: Date, type: Intl.DateTimeFormatPartTypes): string {
  const parts = formatter(style, zone).formatToParts(at)
  return parts.find((one) => one.type === type)?.value ?? ''
}

/** A date further away than this has its year, although it is of this one. */
const FAR_MS = 305 * DAY_MS

/** «2027», for a date that is not of this year or is more than ten months away; null for any other. `zone` is an IANA name, here and below; an unknown one throws RangeError. */
function yearToShow(at: Date, zone: string, now: Date): string | null {
  const year = part('calendarDay', zone, at, 'year')
  const isFar = Math.abs(at.getTime() - now.getTime()) > FAR_MS
  return isFar || year !== part('calendarDay', zone, now, 'year') ? year : null
}

/** The moment in this style, with its year after the month where it needs one. */
function dated(
  style: 'timeAndDay' | 'shortTimeAndDay' | 'dayAndClock' | 'dayAndMonth',
  zone: string,
  at: Date,
  now: Date,
) {
  const year = yearToShow(at, zone, now)
  const text = formatter(style, zone)
  if (year === null) return text.format(at)
  return text
    .formatToParts(at)
    .map(({ type, value }) => (type === 'month' ? `${value} ${year}` : value))
    .join('')
}

/** «суббота, 21 нояб., 21:30», «воскресенье, 17 окт. 2027, 20:00» */
export function timeAndDay(at: Date, zone: string, now: Date): string {
  return dated('timeAndDay', zone, at, now)
}

/** «сб, 21 нояб., 21:30» */
export function shortTimeAndDay(at: Date, zone: string, now: Date): string {
  return dated('shortTimeAndDay', zone, at, now)
}

/** «21 нояб., 21:30 (МСК)», «17 окт. 2027, 20:00 (МСК)» */
export function dayAndClock(at: Date, zone: string, now: Date): string {
  return `${dated('dayAndClock', zone, at, now)} (${fromMoscow(zone, at)})`
}

/** «21 ноября», «17 октября 2027» */
export function dayAndMonth(at: Date, zone: string, now: Date): string {
  return dated('dayAndMonth', zone, at, now)
}

/** «21» */
export function dayOfMonth(at: Date, zone: string): string {
  return part('dayAndMonth', zone, at, 'day')
}

/** «ноября» */
export function monthName(at: Date, zone: string): string {
  return part('dayAndMonth', zone, at, 'month')
}

/** «сб» */
export function weekdayName(at: Date, zone: string): string {
  return part('shortTimeAndDay', zone, at, 'weekday')
}

/** «понедельник» */
export function longWeekdayName(at: Date, zone: string): string {
  return part('timeAndDay', zone, at, 'weekday')
}

/** «4 дек.» */
export function shortDay(at: Date, zone: string): string {
  const parts = formatter('dayAndClock', zone).formatToParts(at)
  const of = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${of('day')} ${of('month')}`
}

/** The calendar day of this moment: «2026-11-28». */
export function isoDay(at: Date, zone: string): string {
  const [day = '', month = '', year = ''] = formatter('calendarDay', zone).format(at).split('.')
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** The number of calendar days from now in this zone; negative for a day that is over. */
export function daysUntil(at: Date, now: Date, zone: string): number {
  const dayOf = (moment: Date) => Date.parse(isoDay(moment, zone)) / DAY_MS
  return dayOf(at) - dayOf(now)
}

/** «сегодня», «завтра», «послезавтра», «через 5 дней»; empty for a day that is over. */
export function soonText(days: number): string {
  if (days < 0) return ''
  return (
    ['сегодня', 'завтра', 'послезавтра'][days] ?? `через ${counted(days, 'день', 'дня', 'дней')}`
  )
}

/** «21:30» */
export function clockTime(at: Date, zone: string): string {
  return formatter('clock', zone).format(at)
}

/** «в 21:30», of another day «18 нояб., 21:30»: the moment that is shown still. */
export function atClockOrDay(at: Date, zone: string, now: Date): string {
  return daysUntil(at, now, zone) === 0
    ? `в ${clockTime(at, zone)}`
    : dated('dayAndClock', zone, at, now)
}

/** How many minutes the clocks of zone A are ahead of those of zone B at that moment; negative where behind. */
export function zoneDifference(zoneA: string, zoneB: string, at: Date): number {
  return offsetMinutes(zoneA, at) - offsetMinutes(zoneB, at)
}

/**
 * «по местному времени 21:30 (МСК+7)», for a reader whose clocks differ from the venue's; with the
 * day where that differs too. Null where the two clocks agree at that moment.
 */
export function localTimeNote(at: Date, venueZone: string, viewerZone: string): string | null {
  if (zoneDifference(venueZone, viewerZone, at) === 0) return null
  const sameDay =
    formatter('calendarDay', venueZone).format(at) ===
    formatter('calendarDay', viewerZone).format(at)
  const local = formatter(sameDay ? 'clock' : 'dayAndClock', venueZone).format(at)
  return `по местному времени ${local} (${fromMoscow(venueZone, at)})`
}

/** «Россия, Казань, улица Баумана, д. 5»; what is empty is left out. */
export function addressLine(place: {
  readonly country: string
  readonly city: string
  readonly street: string
  readonly houseNumber: string
}): string {
  const house = place.houseNumber.trim()
  return [place.country, place.city, place.street, house && `д. ${house}`]
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .join(', ')
}

/** «+7 916 123-45-67» for «79161234567»; any other text is returned unchanged. */
export function phoneText(phone: string): string {
  return phone.replace(/^7(\d{3})(\d{3})(\d\d)(\d\d)$/u, '+7\u00A0$1\u00A0$2-$3-$4')
}

/** A phone is often pasted with its plus, brackets, dots and dashes of any kind, and begun with 8. */
export function tidyPhone(typed: string): string {
  return typed.replaceAll(/[\s()+.\p{Pd}\u2212]/gu, '').replace(/^8(?=9\d{9}$)/u, '7')
}

/** «МСК», «МСК+7», «МСК−1», «МСК+2:30»: the usual Russian name of a zone. */
export function fromMoscow(zone: string, at: Date): string {
  const minutes = zoneDifference(zone, 'Europe/Moscow', at)
  if (minutes === 0) return 'МСК'
  const sign = minutes > 0 ? '+' : '−'
  const rest = Math.abs(minutes) % 60
  const hours = Math.floor(Math.abs(minutes) / 60)
  return `МСК${sign}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

function offsetMinutes(zone: string, at: Date): number {
  const offset = part('offset', zone, at, 'timeZoneName')
  const [, sign, hours, minutes] = /([+−-])(\d{2}):(\d{2})/u.exec(offset) ?? []
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return sign === '+' ? ahead : -ahead
}
