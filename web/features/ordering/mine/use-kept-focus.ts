import { useEffect, useRef } from 'react'
import { focusMain } from '#web/ui/overlays/use-modal.ts'

/** Where what had the focus is gone, its row or card has it, or the page where that is gone too. */
export function useKeptFocus(): void {
  const last = useRef<{ element: Element; row: HTMLElement | null }>(null)
  useEffect(() => {
    const mark = () => {
      const element = document.activeElement
      if (element !== null && element !== document.body)
        last.current = { element, row: element.closest<HTMLElement>('li, section') }
    }
    mark()
    document.addEventListener('focusin', mark)
    return () => document.removeEventListener('focusin', mark)
  }, [])
  useEffect(() => {
    const keep = () => {
      if (document.activeElement !== document.body || last.current?.element.isConnected !== false)
        return
      const { row } = last.current
      last.current = null
      if (!row?.isConnected) return focusMain()
      row.tabIndex = -1
      row.focus({ preventScroll: true })
    }
    keep()
    return keep
  })
}
