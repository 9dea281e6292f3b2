import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { To } from 'react-router'

export type HistoryEntry = {
  /** Resolves once the address has changed. */
  open: (href: To) => Promise<void>
  /** `then`: called once the address has changed; «back» would not close what opens before. */
  close: (then?: () => void) => void
}

/**
 * What opens over a page is an entry of the browser's history, so that «back» closes it and a reload opens it again.
 * `isOpen`: as the address says; `closedHref`: the address without it, for a page that was opened with it.
 */
export function useHistoryEntry(isOpen: boolean, closedHref: To): HistoryEntry {
  const navigate = useNavigate()
  const here = useLocation()
  const openedFrom = useRef<string>(null)
  const closed = useRef('')
  useEffect(() => {
    if (openedFrom.current !== here.key) openedFrom.current = null
    // «Forward» may come back to what was closed.
    if (closed.current !== here.key) closed.current = ''
  }, [here.key])
  const openedHere = (here.state as { opened?: true } | null)?.opened === true

  return {
    async open(href) {
      // A second press can come before the first one has navigated, or is drawn.
      if (openedFrom.current !== null) return
      openedFrom.current = here.key
      await navigate(href, { state: { opened: true }, preventScrollReset: true })
    },
    close(then) {
      if (!isOpen || closed.current === here.key) return
      closed.current = here.key
      const left = openedHere
        ? navigate(-1)
        : navigate(closedHref, { replace: true, preventScrollReset: true })
      void Promise.resolve(left).then(then)
    },
  }
}
