import { characters } from '#domain/fields.ts'
import { formatRubles, kopecks } from '#domain/money.ts'

/** Takes kopecks from the wire; «300 ₽». */
export function rubles(amount: number): string {
  return formatRubles(kopecks(amount))
}

/** Kopecks that came or went: «+270 ₽», «−500 ₽». */
export function signedRubles(amount: number): string {
  if (amount === 0) return rubles(0)
  return `${amount > 0 ? '+' : '−'}${rubles(Math.abs(amount))}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('ru-RU', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  })
  formats.set(zone, made)
  return made
}

/** «21 нояб. 2026 г., 21:30»: with the year, for what is read long after. `moment` is ISO 8601, `zone` an IANA name. */
export function dayAndTime(moment: string, zone: string): string {
  return formatOf(zone).format(new Date(moment))
}

/** So many characters before its end a field says how many are left. */
const NEAR_END = 20

/** «Осталось знаков: 7» under a text of at most so many characters; undefined while there is room enough. */
export function leftWords(text: string, most: number): string | undefined {
  const left = most - characters(text.trim())
  if (left > NEAR_END) return undefined
  return left < 0 ? `Лишних знаков: ${-left}` : `Осталось знаков: ${left}`
}
