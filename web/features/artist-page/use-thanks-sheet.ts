import { useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { tabHref } from './artist-tab.ts'

/** The URL with the sheet for a tip open, relative to the artist's page. */
export const THANKS_HREF = `${tabHref('profile')}&thanks=1`

type ThanksSheetPlace = {
  isOpen: boolean
  open: () => void
  close: () => void
}

/** The sheet is an entry of the browser's history, so that «back» closes it and a reload opens it again. */
export function useThanksSheet(): ThanksSheetPlace {
  const navigate = useNavigate()
  const here = useLocation()
  const [search] = useSearchParams()
  const closed = useRef('')
  const isOpen = search.has('thanks')
  const openedHere = (here.state as { opened?: true } | null)?.opened === true

  return {
    isOpen,
    open() {
      void navigate(THANKS_HREF, { state: { opened: true }, preventScrollReset: true })
    },
    close() {
      // A second press can come before the first one has navigated.
      if (!isOpen || closed.current === here.key) return
      closed.current = here.key
      if (openedHere) void navigate(-1)
      else void navigate(tabHref('profile'), { replace: true, preventScrollReset: true })
    },
  }
}
