import type { RefObject } from 'react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { watchPedals } from '../pad-keys.ts'

/** A page turn by the pedal leaves the last lines in view. */
const PAGE = 0.8
/** Rounding of what a browser says of its scroll, px. */
const NEAR = 2

const FORTH = new Set(['PageDown', ' ', 'Enter', 'ArrowRight', 'ArrowDown'])
const BACK = new Set(['PageUp', 'Backspace', 'ArrowLeft', 'ArrowUp'])

type Box = RefObject<HTMLElement | null>

const isSideways = (shown: HTMLElement) => getComputedStyle(shown).columnCount === '2'

/** Turns the pages of a text down, or sideways where it stands in columns. */
export function turnPages({ current: shown }: Box, pages: number): void {
  if (shown === null) return
  if (isSideways(shown)) shown.scrollBy({ left: pages * shown.clientWidth })
  else shown.scrollBy({ top: pages * PAGE * shown.clientHeight })
}

/** Whether the end of the text is in view. */
function isAtEnd({ current: shown }: Box): boolean {
  if (shown === null) return false
  return isSideways(shown)
    ? shown.scrollLeft + shown.clientWidth >= shown.scrollWidth - NEAR
    : shown.scrollTop + shown.clientHeight >= shown.scrollHeight - NEAR
}

type PedalOptions = {
  open: boolean
  /** Of the entry that sounds; undefined where there is none. */
  songId: string | undefined
  hasText: boolean
  onNext: () => void
  onUndo: () => void
  /** A key that is none of the pedal's. */
  onOther: () => void
}

/** The pedal turns the pages; at the end of the text it says so once, and then plays the next song. */
export function usePedal(box: Box, options: PedalOptions): void {
  const { open, songId } = options
  const atEnd = useRef(false)
  const begin = useEffectEvent(() => {
    atEnd.current = false
    box.current?.scrollTo({ top: 0, left: 0 })
  })
  useEffect(() => {
    if (songId !== undefined) begin()
  }, [songId])

  const back = useEffectEvent(() => {
    atEnd.current = false
    turnPages(box, -1)
  })
  const forth = useEffectEvent((isPress: boolean) => {
    const { hasText, onNext } = options
    // By hand the text may have been moved back since.
    if (!hasText || (atEnd.current && isAtEnd(box))) {
      if (isPress) onNext()
      return
    }
    turnPages(box, 1)
    atEnd.current = isAtEnd(box)
  })
  const other = useEffectEvent((code: string) => {
    if (code === 'KeyU') options.onUndo()
    options.onOther()
  })

  useEffect(() => {
    if (!open) return undefined
    atEnd.current = false
    const feet = watchPedals()
    const listeners = new AbortController()
    const { signal } = listeners
    const onKey = (event: KeyboardEvent) => {
      const { key, code, target, repeat } = event
      if (event.ctrlKey || event.altKey || event.metaKey) return
      const isOnButton = target instanceof Element && target.closest('button') !== null
      const isForth = FORTH.has(key) && !((key === ' ' || key === 'Enter') && isOnButton)
      if (!isForth && !BACK.has(key)) return other(code)
      event.preventDefault()
      // A held pedal turns one page, and plays no song.
      const isPress = feet.isPress(event, event.timeStamp)
      if (repeat) return
      if (isForth) forth(isPress)
      else back()
    }
    document.addEventListener('keydown', onKey, { signal })
    document.addEventListener('keyup', ({ code, key }) => feet.lift(code === '' ? key : code), {
      signal,
    })
    const focusText = () => box.current?.focus({ preventScroll: true })
    // A tap leaves the focus on its button, and the next press of the pedal would press that.
    document.addEventListener('click', ({ detail }) => detail > 0 && setTimeout(focusText), {
      signal,
    })
    window.addEventListener('blur', () => feet.liftAll(), { signal })
    return () => listeners.abort()
  }, [open, box])
}
