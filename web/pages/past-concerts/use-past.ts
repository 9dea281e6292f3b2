import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { call } from '#web/lib/call.ts'
import { usePresses } from '#web/lib/use-presses.ts'

const PAGE = 20

export type PastPage = { sessions: readonly Session[]; more: boolean }

/** The next part of the artist's past concerts, behind the last that is known. */
export async function askPast(last?: Session): Promise<PastPage> {
  const cursor = last === undefined ? {} : { cursor: last.id }
  const sessions = await call(api.session.past, { query: { limit: PAGE, ...cursor } })
  return { sessions, more: sessions.length === PAGE }
}

/** The list as the page came with it, and the way to more of it. */
export function usePast(loaded: PastPage) {
  const [page, setPage] = useState(loaded)
  const { press, isPending } = usePresses()
  return {
    ...page,
    loading: isPending('more'),
    askMore: () =>
      void press('more', async () => {
        const next = await askPast(page.sessions.at(-1))
        setPage((known) => ({ ...next, sessions: [...known.sessions, ...next.sessions] }))
      }),
  }
}
