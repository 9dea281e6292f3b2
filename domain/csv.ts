/**
 * A table as a text that Russian spreadsheets open as it is: semicolons between cells, CRLF between
 * rows, a mark of UTF-8 in front. No cell is counted as a formula, whoever wrote it.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return CSV_MARK + rows.map(csvRow).join('')
}

/** Without this mark in front the spreadsheet reads the letters as another alphabet. */
export const CSV_MARK = '\uFEFF'

/** One row of such a table, with its end; for tables that are too long for one text. */
export function csvRow(row: readonly string[]): string {
  return `${row.map(cell).join(';')}\r\n`
}

/** Takes kopecks, also below zero; «1234,50». */
export function csvRubles(amount: number): string {
  return (amount / 100).toFixed(2).replace('.', ',')
}

/** What our tables put in front of a cell that begins like a formula. */
const GUARD = /^'(?='*[=+\-@＝＋－＠\t\r])/u

/** A cell as it was before `csvRow` wrote it. */
export function unescapeFormula(text: string): string {
  return text.replace(GUARD, '')
}

/** A cell that begins like a formula would be counted by the spreadsheet; listeners write some of them. */
function cell(text: string): string {
  const safe =
    /^'*[=+\-@＝＋－＠\t\r]/u.test(text) && !/^-?\d+,\d\d$/u.test(text) ? `'${text}` : text
  return /[";\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
