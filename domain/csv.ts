/**
 * Returns a table as text that Russian spreadsheets open directly: semicolons between cells, CRLF between rows, a UTF-8
 * mark in front. No cell is evaluated as a formula, whoever wrote it.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return CSV_MARK + rows.map(csvRow).join('')
}

/** Without this mark in front the spreadsheet reads the text in another encoding. */
export const CSV_MARK = '\uFEFF'

/** Returns one row of such a table with its line end; for tables that are too long for one string. */
export function csvRow(row: readonly string[]): string {
  return `${row.map(cell).join(';')}\r\n`
}

/** Formats kopecks, also below zero, as «1234,50». */
export function csvRubles(amount: number): string {
  return (amount / 100).toFixed(2).replace('.', ',')
}

/** «2026-11-21 21:30» by the clock of the venue; every table says its time zone beside it or in the heading. */
export function csvMoment(
  at: Date,
  timeZone: string,
  smallestUnit: 'minute' | 'second' = 'minute',
): string {
  const moment = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  return moment.toPlainDateTime().toString({ smallestUnit }).replace('T', ' ')
}

/** A cell that begins like a formula, or like one that our tables have put an apostrophe before. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r]/u

/** Returns a cell as it was before `csvRow` wrote it. */
export function unescapeFormula(text: string): string {
  const bare = text.slice(1)
  return text.startsWith("'") && FORMULA.test(bare) ? bare : text
}

/** Escapes a cell. One that begins like a formula would be evaluated by the spreadsheet, and listeners write some of them. */
function cell(text: string): string {
  const safe = FORMULA.test(text) && !/^-?\d+,\d\d$/u.test(text) ? `'${text}` : text
  return /[";\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
