import { useEffect } from 'react'

const WRITES = 'input, textarea, select, [contenteditable]'
const ROWS = 'main tbody tr, main section li:not(li li)'

type Stroke = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey'>

type OperatorKey = 'search' | 'next' | 'previous' | 'hide' | 'answer' | 'back'

/** What a keystroke does on an operator's page; letters by their place, since the Russian layout has others. */
export function operatorKeyOf({ key, code, ...with_ }: Stroke): OperatorKey | null {
  if (with_.ctrlKey || with_.altKey || with_.metaKey) return null
  if (key === '/' || code === 'Slash') return 'search'
  if (key === 'Escape') return 'back'
  return BY_CODE[code] ?? null
}

const BY_CODE: Readonly<Record<string, OperatorKey>> = {
  KeyJ: 'next',
  KeyK: 'previous',
  KeyH: 'hide',
  KeyR: 'answer',
}

const named = (keys: string) =>
  document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${keys}"]`)

/** Focuses the next row of what is listed, by its first link or button. */
function step(by: 1 | -1) {
  const rows = [...document.querySelectorAll(ROWS)]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const to = at < 0 ? (by === 1 ? 0 : rows.length - 1) : at + by
  rows[to]?.querySelector<HTMLElement>('a, button, input')?.focus()
}

/** Keys of an operator: none of them does a deed. */
export function useOperatorKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      const key = operatorKeyOf(event)
      if (key === null || document.querySelector('dialog[open]') !== null) return
      const isWriting = target instanceof HTMLElement && target.closest(WRITES) !== null
      if (isWriting) {
        if (key === 'back') target.blur()
        return
      }
      event.preventDefault()
      if (key === 'search') named('/')?.focus()
      else if (key === 'answer') named('R')?.focus()
      // It only asks: the deed needs its words and a press.
      else if (key === 'hide') named('H')?.click()
      else if (key === 'back') window.history.back()
      else step(key === 'next' ? 1 : -1)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
