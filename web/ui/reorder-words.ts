import type { Announcements, UniqueIdentifier } from '@dnd-kit/core'

export const REORDER_HELP =
  'Нажмите пробел, чтобы взять. Стрелками вверх и вниз выберите место, пробелом поставьте. Escape вернёт на прежнее место.'

/** What a screen reader says while a row moves. `keys` stand in the order of the list; `nameOf` calls a row by its key. */
export function reorderWords(
  keys: readonly string[],
  nameOf: (key: string) => string,
): Announcements {
  const name = (id: UniqueIdentifier) => nameOf(String(id))
  const place = (id: UniqueIdentifier) => `Место ${keys.indexOf(String(id)) + 1} из ${keys.length}.`
  return {
    onDragStart: ({ active }) => `Взяли: ${name(active.id)}. ${place(active.id)}`,
    onDragOver: ({ active, over }) =>
      over === null ? undefined : `${name(active.id)}. ${place(over.id)}`,
    onDragEnd: ({ active, over }) =>
      `Поставили: ${name(active.id)}. ${place(over?.id ?? active.id)}`,
    onDragCancel: ({ active }) => `Вернули: ${name(active.id)}. ${place(active.id)}`,
  }
}
