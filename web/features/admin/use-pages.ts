import { useState } from 'react'
import { usePresses } from '#web/lib/use-presses.ts'

export type AdminPage<Row> = { rows: readonly Row[]; cursor: string | null }

export type Pages<Row> = {
  rows: readonly Row[]
  /** Null where everything is shown. */
  more: (() => void) | null
  loadingMore: boolean
}

/** A list that is read page after page. A first page that was read anew begins it anew. */
export function usePages<Row>(
  first: AdminPage<Row>,
  ask: (cursor: string) => Promise<AdminPage<Row>>,
): Pages<Row> {
  const [added, setAdded] = useState<{ after: string | null; part: AdminPage<Row> } | null>(null)
  const { press, isPending } = usePresses()
  // Older rows stand only under the very first page that they were read after.
  const mark = JSON.stringify(first)
  const older = added?.after === mark ? added.part : { rows: [], cursor: first.cursor }
  const { cursor } = older

  return {
    rows: [...first.rows, ...older.rows],
    more:
      cursor === null
        ? null
        : () =>
            void press('more', async () => {
              const next = await ask(cursor)
              const rows = [...older.rows, ...next.rows]
              setAdded({ after: mark, part: { rows, cursor: next.cursor } })
            }),
    loadingMore: isPending('more'),
  }
}
