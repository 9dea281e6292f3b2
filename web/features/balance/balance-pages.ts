import type { BalanceEntry } from '#contract/payment.ts'

/** Lines read so far, newest first, and where the older ones begin. */
export type BalanceLines = {
  readonly entries: readonly BalanceEntry[]
  readonly cursor: string | null
}

/**
 * The first page was read anew: it stands above the older lines that were read already. Where the two
 * no longer touch, the older ones are let go, so that none is missing in between.
 */
export function renewed(known: BalanceLines, firstPage: BalanceLines): BalanceLines {
  const oldest = firstPage.entries.at(-1)
  const seam = known.entries.findIndex(({ id }) => id === oldest?.id)
  if (seam < 0 || seam === known.entries.length - 1) return firstPage
  return {
    entries: [...firstPage.entries, ...known.entries.slice(seam + 1)],
    cursor: known.cursor,
  }
}

/** The next page of older lines was read; one that stands already is not shown twice. */
export function continued(known: BalanceLines, page: BalanceLines): BalanceLines {
  const shown = new Set(known.entries.map(({ id }) => id))
  return {
    entries: [...known.entries, ...page.entries.filter(({ id }) => !shown.has(id))],
    cursor: page.cursor,
  }
}
