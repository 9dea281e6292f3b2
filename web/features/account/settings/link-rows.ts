import { SOCIALS_MAX } from '#domain/profile.ts'

/** Rows for links: those that are filled or stand between filled ones, and one empty row to fill next. */
export function withEmptyRow(rows: readonly string[]): string[] {
  const lastFilled = rows.findLastIndex((row) => row.trim() !== '')
  const filled = rows.slice(0, lastFilled + 1)
  return filled.length < SOCIALS_MAX ? [...filled, ''] : filled
}

/** The rows after one of them was typed in. */
export function withRow(rows: readonly string[], place: number, typed: string): string[] {
  return withEmptyRow(rows.map((row, at) => (at === place ? typed : row)))
}
