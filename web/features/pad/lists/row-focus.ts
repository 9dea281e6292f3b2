import { useEffect, useEffectEvent, useRef } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'

/** What marks the heading of a list, which has the focus where no row is left. */
export const REST = { tabIndex: -1, 'data-rest': '' } as const

/** The row that has the focus after `id`: itself where it is there, else the next of `rows` that is, else the one before; null where none is. */
export function rowToFocus(
  rows: readonly string[],
  id: string,
  isThere: (id: string) => boolean,
): string | null {
  const at = rows.indexOf(id)
  return [...rows.slice(at), ...rows.slice(0, at).toReversed()].find(isThere) ?? null
}

type FocusedButton = {
  button: Element
  /** What it does, without the title: «В очередь»; null for the row itself. */
  does: string | null
  id: string
  /** The rows of its list. */
  rows: readonly string[]
  list: string | undefined
}

/**
 * A row that moves or goes takes the focused button with it, and at the page's body Enter would play the next song. The
 * same button of the next row gets the focus then. Only for a keyboard: after a tap the pedal's Enter must press no row.
 */
export function useRowFocus(queue: readonly QueueEntry[]): void {
  const last = useRef<FocusedButton | null>(null)
  const restore = useEffectEvent(() => {
    if (document.activeElement === document.body && last.current !== null) focusRow(last.current)
  })
  const shown = useRef(queue)
  useEffect(() => {
    if (shown.current !== queue) restore()
    shown.current = queue
  }, [queue])

  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    document.addEventListener(
      'focusin',
      ({ target }) => {
        if (!(target instanceof Element)) return
        // A sheet was closed whose row has gone.
        if (target.id === 'main' && last.current?.button.isConnected === false)
          focusRow(last.current)
        else if (target.matches('[data-entry] button:focus-visible')) last.current = noted(target)
      },
      { signal },
    )
    document.addEventListener('pointerdown', () => (last.current = null), { signal })
    // A button of a message goes with it, and the queue may be the same.
    document.addEventListener('click', ({ detail }) => detail === 0 && setTimeout(restore), {
      signal,
    })
    return () => listeners.abort()
  }, [])
}

const rowsIn = (place: ParentNode | null) => [
  ...(place?.querySelectorAll<HTMLElement>('[data-entry]') ?? []),
]
const idOf = ({ dataset }: HTMLElement) => dataset['entry'] ?? ''

function noted(button: Element): FocusedButton {
  const list = button.closest<HTMLElement>('[data-list]')
  const row = button.closest<HTMLElement>('[data-entry]')
  return {
    button,
    does: button.getAttribute('aria-label')?.split(': ')[0] ?? null,
    id: row === null ? '' : idOf(row),
    rows: rowsIn(list).map(idOf),
    list: list?.dataset['list'],
  }
}

function focusRow({ does, id, rows, list }: FocusedButton): void {
  const wanted = does === null ? '[data-row]' : `[aria-label^="${does}: "]`
  const buttons = new Map(
    rowsIn(document).map((row) => [idOf(row), row.querySelector<HTMLElement>(wanted)]),
  )
  const next = rowToFocus(rows, id, (one) => Boolean(buttons.get(one)))
  const place = document.querySelector(`[data-list="${list}"]`)?.closest('section')
  const rest = place?.querySelector<HTMLElement>('[data-rest]')
  const first = document.querySelector<HTMLElement>('#main [data-rest]')
  const target = (next === null ? null : buttons.get(next)) ?? rest ?? first
  target?.focus()
}
