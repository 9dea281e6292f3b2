import type { Announcements, UniqueIdentifier } from '@dnd-kit/core'
import type { ReactNode } from 'react'

export const REORDER_HELP =
  'Нажмите пробел, чтобы взять. Стрелками вверх и вниз выберите место, пробелом поставьте. Escape вернёт на прежнее место.'

/** What a screen reader announces while a row moves. `keys` are in the order of the list; `nameOf` returns the name of a row by its key. */
export function reorderAnnouncements(
  keys: readonly string[],
  nameOf: (key: string) => string,
): Announcements {
  const name = (id: UniqueIdentifier) => nameOf(String(id))
  const place = (id: UniqueIdentifier) => `Место ${keys.indexOf(String(id)) + 1} из ${keys.length}.`
  const taken = (id: UniqueIdentifier) => `Взяли: ${name(id)}. ${place(id)}`
  return {
    onDragStart: ({ active }) => taken(active.id),
    // A row that was just taken is at once over its own place, which is no change.
    onDragOver({ active, over }) {
      if (over === null) return undefined
      return over.id === active.id ? taken(active.id) : `${name(active.id)}. ${place(over.id)}`
    },
    onDragEnd: ({ active, over }) =>
      `Поставили: ${name(active.id)}. ${place(over?.id ?? active.id)}`,
    onDragCancel: ({ active }) => `Вернули: ${name(active.id)}. ${place(active.id)}`,
  }
}

export type ReorderRows<Row> = {
  /** The label of the list, for a screen reader. */
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The name of a row when it moves. */
  nameOf: (row: Row) => string
  /** Called when the row was dropped at this place, counted from 0. */
  onMove: (key: string, place: number) => void
  /** The content of a row; `grip` is the button that moves it by the keyboard. */
  children: (row: Row, place: number, grip: ReactNode) => ReactNode
}
