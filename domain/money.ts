declare const inKopecks: unique symbol

/** A whole number of kopecks; below zero only where the ledger takes money away. */
export type Kopecks = number & { readonly [inKopecks]: true }

/** The lowest price of an order, in rubles; the minimum of an artist or of a concert is no lower. */
export const LOWEST_MIN_SONG_RUBLES = 10
/** Rubles, for each order. */
export const MAX_SONG_RUBLES = 1000
/** Rubles, for each tip. */
export const MIN_TIP_RUBLES = 10
export const MAX_TIP_RUBLES = 15_000
/** How long a listener may pay after ordering. */
export const LINK_LIFE_MINUTES = 15
/** The price of a check of a number, in rubles; all but the commission goes to the number. */
export const CHECK_RUBLES = 10

/** Withheld from the musician, in hundredths of a per cent (1000 is 10 %). */
export const COMMISSION_BPS = { song: 1000, tip: 500, check: 1000 } as const

/** Returns our part of an amount, in whole kopecks; the rest of a kopeck stays with the musician. */
export function commissionOf(amount: Kopecks, bps: number): Kopecks {
  return kopecks(Math.floor((amount * bps) / 10_000))
}

/** Converts a plain number to kopecks. Anything but a whole number is a bug and throws RangeError. */
export function kopecks(amount: number): Kopecks {
  // Minus zero would be shown as «-0 ₽».
  const whole = amount === 0 ? 0 : amount
  if (!isWhole(whole)) throw new RangeError(`Not whole kopecks: ${amount}`)
  return whole
}

/** Converts rubles, whole or with kopecks after the point, to kopecks. A fraction of a kopeck is a bug and throws RangeError. */
export function rublesToKopecks(rubles: number): Kopecks {
  const amount = Math.round(rubles * 100)
  if (amount / 100 !== rubles) throw new RangeError(`Not whole kopecks: ${rubles} rubles`)
  return kopecks(amount)
}

function isWhole(amount: number): amount is Kopecks {
  return Number.isSafeInteger(amount)
}

const WHOLE_RUBLES = rubleFormat(0)
const RUBLES_AND_KOPECKS = rubleFormat(2)

/** «12 500 ₽», or «12 500,50 ₽» where the sum is not whole; the spaces do not break. */
export function formatRubles(amount: Kopecks): string {
  const format = amount % 100 === 0 ? WHOLE_RUBLES : RUBLES_AND_KOPECKS
  // The locale writes a hyphen.
  return format.format(amount / 100).replace('-', '−')
}

function rubleFormat(digits: number): Intl.NumberFormat {
  return new Intl.NumberFormat('ru-RU', {
    style: 'currency',
    currency: 'RUB',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}
