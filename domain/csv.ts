/**
 * A table as a text that Russian spreadsheets open as it is: semicolons between cells, CRLF between
 * rows, a mark of UTF-8 in front. No cell is counted as a formula, whoever wrote it.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  // Without the mark in front the spreadsheet reads the letters as another alphabet.
  return `\uFEFF${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`
}

/** Takes kopecks, also below zero; «1234,50». */
export function csvRubles(amount: number): string {
  return (amount / 100).toFixed(2).replace('.', ',')
}

/** A cell that begins like a formula would be counted by the spreadsheet; listeners write some of them. */
function cell(text: string): string {
  const safe = /^[=+\-@＝＋－＠\t\r]/u.test(text) && !/^-?\d+,\d\d$/u.test(text) ? `'${text}` : text
  return /[";\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
