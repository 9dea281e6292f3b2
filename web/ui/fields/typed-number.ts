/**
 * The whole number that was typed: null for none, NaN for anything else. Spaces, a «₽» at the end and a fraction of
 * zeros («1 500,00 ₽») change nothing.
 */
export function readWhole(typed: string): number | null {
  const text = typed.replace(/\s+|\s*₽\s*$/gu, '')
  if (text === '') return null
  return /^\d+(?:[.,]00?)?$/u.test(text) ? Math.trunc(Number(text.replace(',', '.'))) : Number.NaN
}

/** What is wrong with a typed whole number, by default of rubles; null where nothing is. */
export function wrongWhole(typed: string, fraction = 'Целые рубли, без копеек'): string | null {
  if (!Number.isNaN(readWhole(typed))) return null
  return /^[\d\s]+[.,][\d\s]*₽?\s*$/u.test(typed) ? fraction : 'Нужны только цифры'
}

/** What stays of it in the field that was left: «150,00» is 150, and what is no number stays as it was typed. */
export function tidyWhole(typed: string): string {
  const whole = readWhole(typed)
  return Number.isNaN(whole) ? typed : String(whole ?? '')
}
