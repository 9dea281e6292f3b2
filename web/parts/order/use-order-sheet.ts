import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { HrefOf, OrderAddress } from './order-address.ts'

export type OrderSheet = {
  open: (address: OrderAddress) => void
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
