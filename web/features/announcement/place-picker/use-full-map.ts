import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

const HASH = '#map'

export type FullMapPlace = { isOpen: boolean; open: () => void; close: () => void }

/** The full-screen map is an entry of the browser's history, so that «back» closes it. */
export function useFullMap(): FullMapPlace {
  const navigate = useNavigate()
  const here = useLocation()
  const closed = useRef('')
  const isOpen = here.hash === HASH
  const openedHere = (here.state as { opened?: true } | null)?.opened === true

  return {
    isOpen,
    open() {
      void navigate({ hash: HASH }, { state: { opened: true }, preventScrollReset: true })
    },
    close() {
      // A second press can come before the first one has navigated.
      if (!isOpen || closed.current === here.key) return
      closed.current = here.key
      if (openedHere) void navigate(-1)
      else void navigate({ hash: '' }, { replace: true, preventScrollReset: true })
    },
  }
}
