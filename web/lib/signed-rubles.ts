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
