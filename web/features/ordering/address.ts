import { useLocation, useNavigate } from 'react-router'
import type { HistoryEntry } from '#web/parts/use-history-entry.ts'
import { useHistoryEntry } from '#web/parts/use-history-entry.ts'

/** The parameters in the address of an order screen. */
export type OrderAddress = {
  /** The text of the search. */
  q?: string
  /** The song whose sheet is open. */
  song?: string
  /** The initial sum of the sheet: digits, in rubles. */
  sum?: string
  /** The entry that the sheet asks a share for; `new`: for a new collection. */
  share?: string
  /** The sheet for the listener's own song is open. */
  suggest?: true
  /** The order whose cancellation the sheet asks about. */
  cancel?: string
  /** The order whose sheet of further actions is open. */
  mine?: string
  /** The repertoire is in the page from its first byte: `tag` alone, from this page on. */
  choose?: true
  tag?: string
  page?: string
  /** The number of the table whose QR code led here. */
  t?: string
  /** The song ordered by the form itself, `own` for the listener's own. */
  ordered?: string
}

/** The address of a page in one of its states. */
export type HrefOf = (address: OrderAddress) => string

/** The parameters of an address as the search of a link; blanks are left out. */
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
  /** Resolves once the address has changed. */
  open: (address: OrderAddress) => Promise<void>
  /** Replaces the open sheet with another one. */
  replace: (address: OrderAddress) => void
  close: HistoryEntry['close']
}

export function useOrderSheet(hrefOf: HrefOf): OrderSheet {
  const navigate = useNavigate()
  const here = useLocation()
  const search = new URLSearchParams(here.search)
  const isOpen = ['song', 'suggest', 'cancel', 'mine'].some((name) => search.has(name))
  const { open, close } = useHistoryEntry(isOpen, hrefOf({ q: search.get('q') ?? '' }))

  return {
    open: (address) => open(hrefOf(address)),
    replace(address) {
      void navigate(hrefOf(address), {
        replace: true,
        state: here.state,
        preventScrollReset: true,
      })
    },
    close,
  }
}
