import { CSV_MARK, csvRow } from '#domain/csv.ts'
import type { Sql } from '../../platform/db/open.ts'
import { cataloguePage } from './catalogue-pages.store.ts'

/** Some rows of the exported table, with how many songs they are. */
export type ExportedPart = { text: string; songs: number }

const COLUMNS = ['title', 'artistName', 'source', 'verified', 'orders']
const PAGE = 5000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

export function makeCatalogueExport({
  sql,
  songsAtOnce = PAGE,
}: {
  sql: Sql
  songsAtOnce?: number
}) {
  return {
    /** The whole catalogue as a table that spreadsheets and our own import read, a page at a time. */
    async *run({ verifiedOnly = false } = {}): AsyncGenerator<ExportedPart> {
      yield { text: CSV_MARK + csvRow(COLUMNS), songs: 0 }
      let after = BEFORE_ALL
      for (;;) {
        const page = await cataloguePage(sql, { after, limit: songsAtOnce, verifiedOnly })
        const last = page.at(-1)
        if (last === undefined) return
        const rows = page.map(({ title, artistName, source, verified, orders }) =>
          csvRow([title, artistName, source, String(verified), String(orders)]),
        )
        yield { text: rows.join(''), songs: page.length }
        after = last.id
      }
    },
  }
}
