import { shortDay } from '#domain/russian.ts'
import { isCalendarDay } from '#domain/time.ts'

/** The number of concerts in one part. */
export const PAGE = 15
/** The most that anyone scrolls to, and that an address may request. */
const MOST_SHOWN = 300

/** The number of concerts in the address: as many as were shown when the page was left. */
export function shownIn(search: URLSearchParams): number {
  const asked = Number(search.get('shown'))
  if (!Number.isSafeInteger(asked) || asked < PAGE) return PAGE
  return Math.min(Math.ceil(asked / PAGE) * PAGE, MOST_SHOWN)
}

/** The filters of concerts; an empty text is none. Days as YYYY-MM-DD, both inclusive. */
export type Filters = { from: string; till: string; city: string }

/** The errors of the filters, by field. */
export type WrongFilters = { [Name in keyof Filters]?: string }

/** The parameter of an address that shows all towns to a visitor whose town is known. */
export const EVERYWHERE = 'everywhere'

export const IN_ALL_TOWNS = { [EVERYWHERE]: '1' }

export const NO_FILTERS: Filters = { from: '', till: '', city: '' }

const NO_DAY = 'Такой даты нет. Выберите её в календаре.'
const LONGEST_CITY = 120

/** The filters of an address or of a sent form. */
export function readFilters(read: (name: string) => string): Filters {
  // A town is chosen as «Казань, Татарстан», and searched by its name alone.
  const [city = ''] = read('city').split(',')
  return {
    from: read('from').trim(),
    till: read('till').trim(),
    city: city.trim().slice(0, LONGEST_CITY),
  }
}

export function filtersIn(search: URLSearchParams): Filters {
  return readFilters((name) => search.get(name) ?? '')
}

/** The errors of the days that need no server. */
export function wrongDays({ from, till }: Filters): WrongFilters {
  const wrong: WrongFilters = {}
  if (from !== '' && !isDay(from)) wrong.from = NO_DAY
  if (till !== '' && !isDay(till)) wrong.till = NO_DAY
  const both = from !== '' && till !== '' && wrong.from === undefined && wrong.till === undefined
  if (both && from > till) wrong.till = 'Раньше, чем «Дата от». Поменяйте одну из дат.'
  return wrong
}

function isDay(text: string): boolean {
  return /^[12]\d{3}-\d{2}-\d{2}$/u.test(text) && isCalendarDay(text)
}

/** The page of these filters: «/search?from=2026-12-05»; `more` are further parameters of its address. */
export function searchHref(filters: Filters, more: Readonly<Record<string, string>> = {}): string {
  const words = Object.entries({ ...filters, ...more }).filter(([, text]) => text !== '')
  return words.length === 0 ? '/search' : `/search?${new URLSearchParams(words).toString()}`
}

/** All concerts, also for a visitor whose town is known. */
export const ALL_CONCERTS_HREF = searchHref(NO_FILTERS, IN_ALL_TOWNS)

const dayText = (day: string) => shortDay(new Date(day), 'UTC')

/** «Казань, с 5 дек. по 6 дек.»; empty without filters. */
export function filtersText({ from, till, city }: Filters): string {
  const days =
    from === till && from !== ''
      ? [dayText(from)]
      : [from && `с ${dayText(from)}`, till && `по ${dayText(till)}`]
  return [city, days.filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** The filters as parameters of `get-sessions`. */
export function wishOf({ from, till, city }: Filters) {
  return {
    ...(from !== '' && { dateStart: from }),
    ...(till !== '' && { dateEnd: till }),
    ...(city !== '' && { city }),
  }
}

export const isFiltered = ({ from, till, city }: Filters) => from + till + city !== ''
