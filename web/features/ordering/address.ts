import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** What the address of an order screen may say. */
export type OrderAddress = {
  /** The text of the search. */
  q?: string
  /** The song whose sheet is open. */
  song?: string
  /** Digits of the rubles that stand in the sheet at first. */
  sum?: string
  /** The entry that the sheet asks a share for; `new`: of a collection that it begins. */
  share?: string
  /** The sheet for one's own song is open. */
  suggest?: true
  /** The order that is asked about before it is taken off. */
  cancel?: string
  /** The repertoire stands in the page from its first byte: `tag` alone, from this page on. */
  choose?: true
  tag?: string
  page?: string
  /** The table of the code that led here. */
  t?: string
  /** The song that was ordered by the form itself, `own` for one's own. */
  ordered?: string
}

/** The address of a page in one of its states. */
export type HrefOf = (address: OrderAddress) => string

/** What an address says, as the search of a link; blanks are left out. */
export function orderSearch(
  address: OrderAddress & Record<string, string | true>,
): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(address)) {
    if (value === true) search.set(name, '1')
    else if (value !== '') search.set(name, value)
  }
  return search
}

export type OrderSheet = {
  open: (address: OrderAddress) => void
  /** Another sheet in the place of the open one. */
  replace: (address: OrderAddress) => void
  close: () => void
}

/** An open sheet is a place in the browser's history, so that «back» closes it and a reload opens it again. */
export function useOrderSheet(hrefOf: HrefOf): OrderSheet {
  const navigate = useNavigate()
  const here = useLocation()
  const closed = useRef('')
  const search = new URLSearchParams(here.search)
  const openedHere = (here.state as { opened?: true } | null)?.opened === true

  return {
    open(address) {
      void navigate(hrefOf(address), { state: { opened: true }, preventScrollReset: true })
    },
    replace(address) {
      void navigate(hrefOf(address), {
        replace: true,
        state: here.state,
        preventScrollReset: true,
      })
    },
    close() {
      const isOpen = ['song', 'suggest', 'cancel'].some((name) => search.has(name))
      // A second press comes before the first one has led away.
      if (!isOpen || closed.current === here.key) return
      closed.current = here.key
      if (openedHere) {
        void navigate(-1)
        return
      }
      const href = hrefOf({ q: search.get('q') ?? '' })
      void navigate(href, { replace: true, preventScrollReset: true })
    },
  }
}
