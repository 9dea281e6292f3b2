import type { QueueEntry } from '#contract/shapes.ts'

/** What the server has told of the running concert. */
export type Truth = { readonly queue: readonly QueueEntry[]; readonly active: boolean }

/** What a finger or a foot has asked for, with the songs as they stood before it. */
export type Deed =
  | {
      readonly kind: 'next'
      /** The song that was chosen; false: the first that waits. */
      readonly chosen: boolean
      /** What sounded; null: nothing did. */
      readonly played: QueueEntry | null
      /** What sounds from here on; null: nothing waited. */
      readonly started: QueueEntry | null
    }
  | { readonly kind: 'top' | 'queue' | 'skip'; readonly entry: QueueEntry }
  /** `above` is the id of the song that it climbs over. */
  | { readonly kind: 'up'; readonly entry: QueueEntry; readonly above: string }
  | { readonly kind: 'undo'; readonly entry: QueueEntry }
  | { readonly kind: 'pause' | 'resume' }

/** A deed that the server has not answered yet. */
export type Press = {
  /** One press, however often it is sent. */
  readonly id: string
  readonly sessionId: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** It has left this device at least once, and what became of it is not known. */
  readonly sent: boolean
  /** It stays on this device until then, so that it can be thought better of. Milliseconds since 1970. */
  readonly heldUntil?: number
  readonly deed: Deed
}

/** Older than this a press is told of: it did not go out at once (ms). */
export const LATE_MS = 2000

/** The press in the words of its button: «В очередь: Перемен». */
export function nameOfPress({ deed }: Press): string {
  switch (deed.kind) {
    case 'next':
      return deed.started === null ? 'Следующая' : `Следующая: ${deed.started.title}`
    case 'top':
      return `В начало: ${deed.entry.title}`
    case 'up':
      return `Выше на одну: ${deed.entry.title}`
    case 'queue':
      return `В очередь: ${deed.entry.title}`
    case 'skip':
      return `Удалить: ${deed.entry.title}`
    case 'undo':
      return `Вернуть: ${deed.entry.title}`
    case 'pause':
      return 'Приостановить концерт'
    case 'resume':
      break
  }
  return 'Продолжить концерт'
}
