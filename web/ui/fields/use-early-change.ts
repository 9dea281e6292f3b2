import { useEffect, useEffectEvent } from 'react'
import type { ChangeEvent } from 'react'

const isTyped = (box: HTMLInputElement) => box.value !== box.defaultValue

/** Passes what was typed in a server-rendered field before hydration to its `onChange`: React discards it. */
export function useEarlyChange<Box extends HTMLInputElement | HTMLTextAreaElement>(
  id: string,
  onChange: ((event: ChangeEvent<Box>) => void) | undefined,
  isChanged = isTyped,
): void {
  const report = useEffectEvent(() => {
    const box = document.getElementById(id) as HTMLInputElement
    if (isChanged(box)) onChange?.({ target: box as Element } as ChangeEvent<Box>)
  })
  useEffect(() => report(), [])
}
