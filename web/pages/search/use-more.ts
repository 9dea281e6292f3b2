import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import { sentenceOf } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import type { FoundConcert } from '#web/parts/found-concert.ts'
import { foundConcert } from '#web/parts/found-concert.ts'
import { wishOf } from './filters.ts'
import { PAGE } from './part-of-list.ts'
import type { SearchView } from './search-view.ts'

export type MoreOfList = {
  concerts: readonly FoundConcert[]
  /** There is more to ask for. */
  more: boolean
  pending: boolean
  failed: string | null
  ask: () => Promise<void>
}

type State = { of: SearchView; extra: readonly FoundConcert[]; more: boolean }

/** The list as the page came with it, and what was asked for since. */
export function useMore(view: SearchView): MoreOfList {
  const [state, setState] = useState<State>({ of: view, extra: [], more: view.more })
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const [, setSearch] = useSearchParams()
  // Another answer of the server begins the list anew.
  const here = state.of === view ? state : { of: view, extra: [], more: view.more }
  const concerts = [...view.concerts, ...here.extra]

  async function ask() {
    const last = concerts.at(-1)
    if (pending || last === undefined) return
    setPending(true)
    setFailed(null)
    try {
      const body = { ...wishOf(view.filters), limit: PAGE + 1, cursor: last.id }
      const part = await call(api.session.getSessions, { body })
      const extra = [...here.extra, ...part.slice(0, PAGE).map(foundConcert)]
      setState({ of: view, extra, more: part.length > PAGE })
      keepInAddress(view.concerts.length + extra.length)
    } catch (failure) {
      setFailed(sentenceOf(failure))
    }
    setPending(false)
  }

  /** The way back finds as many concerts as there were. */
  function keepInAddress(shown: number) {
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        next.set('shown', String(shown))
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return { concerts, more: here.more, pending, failed, ask }
}
