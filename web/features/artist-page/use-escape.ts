import { useEffect, useEffectEvent } from 'react'

/** While `active`, Escape does this alone: it reaches no sheet, wherever the focus is. */
export function useEscape(active: boolean, onEscape: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onEscape()
  })
  useEffect(() => {
    if (!active) return undefined
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener, { capture: true })
    return () => document.removeEventListener('keydown', listener, { capture: true })
  }, [active])
}
