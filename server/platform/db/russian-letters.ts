import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'

// Spelled out, since lower() folds Russian capitals only where the database was made with such a locale.
const CAPITALS = 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁё'
const SMALL = 'абвгдежзийклмнопрстуфхцчшщъыьэюяее'

/** The text of an expression in lower case, е for ё, and a space for each of the characters `spaced`. */
export function folded(text: RawBuilder<unknown>, spaced = ''): RawBuilder<string> {
  const from = CAPITALS + spaced
  const to = SMALL + ' '.repeat(spaced.length)
  return raw`translate(lower(${text}), ${from}::text, ${to}::text)`
}
