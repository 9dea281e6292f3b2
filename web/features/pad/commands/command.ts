import type { QueueEntry } from '#contract/shapes.ts'
import { LONGER_MINUTES } from '#domain/queue/evening-rules.ts'
import type { OwnNote } from '#domain/queue/own-song.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { newKey } from '#web/lib/device/device-memory.ts'
import type { OutboxCommand } from '#web/lib/device/outbox.ts'

/** The server's last state of the running concert. */
export type ServerState = {
  readonly queue: readonly QueueEntry[]
  readonly active: boolean
  /** No orders are accepted any more. */
  readonly closed: boolean
  /** Orders close automatically once the queue fills the concert. */
  readonly byClock: boolean
  /** The planned end, ISO 8601. */
  readonly endsAt: string
  /** The end of the break, ISO 8601; null: there is none. */
  readonly breakUntil: string | null
}

export type LongerMinutes = (typeof LONGER_MINUTES)[number]

/** A place among the songs that wait; `before` null: the last of the list. */
export type SongPlace = {
  readonly list: 'QUEUED' | 'SCHEDULED'
  readonly before: string | null
}

/** What goes back to listeners; a second pad is told that it is `paid`, not how much. */
export type Refund = { readonly returned: number; readonly paid?: true }

/** An action of the artist, with the songs as they were before it. */
export type Action =
  | {
      readonly kind: 'next'
      /** `started` was chosen by the artist; false: it is the first waiting one. */
      readonly chosen: boolean
      /** The song that was playing; null: none was. */
      readonly played: QueueEntry | null
      /** The song that plays next; null: none was waiting. */
      readonly started: QueueEntry | null
    }
  | { readonly kind: 'top' | 'queue' | 'back'; readonly entry: QueueEntry }
  /** An entry that was NOW is interrupted. */
  | ({ readonly kind: 'skip'; readonly entry: QueueEntry } & Partial<Refund>)
  /**
   * All waiting orders of one guest are taken out. `entries`: the ids of their songs; `leaving`: of those that nobody
   * else wants.
   */
  | ({
      readonly kind: 'guest'
      readonly askId: string
      readonly name: string
      readonly entries: readonly string[]
      readonly leaving: readonly string[]
    } & Refund)
  /** `above` is the id of the entry that it climbs over. */
  | { readonly kind: 'up'; readonly entry: QueueEntry; readonly above: string }
  | ({ readonly kind: 'move'; readonly entry: QueueEntry } & SongPlace)
  | { readonly kind: 'undo'; readonly entry: QueueEntry }
  | { readonly kind: 'pause' | 'resume' | 'close' | 'open' | 'byClock' }
  /** `until`: the end of the break, ISO 8601. */
  | { readonly kind: 'break'; readonly until: string }
  /** The artist's own song. `typed`: its `songId` is not known yet. */
  | ({ readonly kind: 'add'; readonly entry: QueueEntry; readonly typed: boolean } & OwnNote)
  /** `until`: the requested end, ISO 8601. */
  | { readonly kind: 'longer'; readonly minutes: LongerMinutes; readonly until: string }

/** `songId: null`: a song that the artist types. */
export type ChosenSong = Pick<QueueEntry, 'title' | 'artistName' | 'imageUrl'> & {
  readonly songId: string | null
}

/** The action that adds this song at `at` (ms since 1970). */
export function additionOf(song: ChosenSong, note: OwnNote, at: number): Action {
  // The server gives the entry this id, so that a press on the song meanwhile applies to it.
  const id = newKey(at)
  const { title, artistName, imageUrl, songId } = song
  const shown = { title, artistName, imageUrl, status: 'QUEUED', backers: 0 } as const
  const entry = { id, songId: songId ?? id, ...shown }
  return { kind: 'add', entry, typed: songId === null, ...note }
}

/** An action without the server's response; its key is the idempotency key. */
export type PadCommand = OutboxCommand & {
  readonly sessionId: string
  /** The end of its undo window in ms since 1970: it is not sent before that. */
  readonly heldUntil?: number
  readonly action: Action
}

/** A command older than this was not sent at once, and its outcome is announced (ms). */
export const LATE_MS = 2000

/** The command in the words of its button: «В очередь: Перемен». */
export function nameOfCommand({ action }: PadCommand): string {
  switch (action.kind) {
    case 'next':
      return action.started === null ? 'Следующая' : `Следующая: ${action.started.title}`
    case 'top':
      return `В начало: ${action.entry.title}`
    case 'up':
      return `Выше на одну: ${action.entry.title}`
    case 'queue':
      return `В очередь: ${action.entry.title}`
    case 'back':
      return `Обратно в заказы: ${action.entry.title}`
    case 'skip':
      return `${isInterruption(action) ? 'Прервать' : 'Удалить'}: ${action.entry.title}`
    case 'guest':
      return `Убрать заказы: ${action.name || 'гость без имени'}`
    case 'move':
      return `Переместить: ${action.entry.title}`
    case 'undo':
      return `Вернуть: ${action.entry.title}`
    case 'pause':
      return 'Приостановить концерт'
    case 'close':
      return 'Закрыть приём заказов'
    case 'open':
      return 'Открыть приём заказов'
    case 'byClock':
      return 'Закрыть приём по часам'
    case 'break':
      return 'Перерыв'
    case 'add':
      return `Добавить: ${action.entry.title}`
    case 'longer':
      return `Играем дольше: +${action.minutes} минут`
    case 'resume':
      break
  }
  return 'Продолжить концерт'
}

/** Whether the playing song is removed, and not a waiting one. */
export function isInterruption({ entry }: Action & { kind: 'skip' }): boolean {
  return entry.status === 'NOW'
}

type PadActions = {
  /** Ends the playing song as played and starts the first waiting one; null where there is neither. */
  next(): Action | null
  /** Ends the playing song as played and starts this one. */
  play(entry: QueueEntry): Action
  /** One place up; null for the first one. */
  oneUp(entry: QueueEntry): Action | null
  /** `now` in ms since 1970 by the server's clock: an end that has passed counts from there. */
  playLonger(minutes: LongerMinutes, now: number): Action
}

/** When the concert ends if it is played longer from `now` on (ms since 1970). */
export function longerEnd(endsAt: string, minutes: LongerMinutes, now: number): number {
  return Math.max(Date.parse(endsAt), now) + minutes * MINUTE_MS
}

/** Turns the presses into actions for the concert as shown. */
export function actionsOn({ queue, endsAt }: Pick<ServerState, 'queue' | 'endsAt'>): PadActions {
  const played = nowOf(queue)
  return {
    next() {
      const started = waiting(queue)[0] ?? null
      if (played === null && started === null) return null
      return { kind: 'next', chosen: false, played, started }
    },
    play: (entry) => ({ kind: 'next', chosen: true, played, started: entry }),
    oneUp(entry) {
      const queued = queue.filter(({ status }) => status === 'QUEUED')
      const above = queued[queued.findIndex(({ id }) => id === entry.id) - 1]
      return above === undefined ? null : { kind: 'up', entry, above: above.id }
    },
    playLonger(minutes, now) {
      const until = new Date(longerEnd(endsAt, minutes, now)).toISOString()
      return { kind: 'longer', minutes, until }
    },
  }
}

/** Reads a stored action; null where it is none. */
export function readAction(stored: unknown): Action | null {
  if (typeof stored !== 'object' || stored === null || !('kind' in stored)) return null
  return isAction(stored) ? (stored as Action) : null
}

function isAction(stored: object & { kind: unknown }): boolean {
  const fields = stored as Record<string, unknown>
  switch (stored.kind) {
    case 'next':
      return (
        'chosen' in fields && isEntryOrNull(fields['played']) && isEntryOrNull(fields['started'])
      )
    case 'up':
      return 'above' in fields && isEntry(fields['entry'])
    case 'move':
      return 'before' in fields && 'list' in fields && isEntry(fields['entry'])
    case 'top':
    case 'queue':
    case 'back':
    case 'skip':
    case 'undo':
      return isEntry(fields['entry'])
    case 'break':
      return typeof fields['until'] === 'string'
    case 'guest':
      return (
        typeof fields['askId'] === 'string' &&
        typeof fields['name'] === 'string' &&
        typeof fields['returned'] === 'number' &&
        [fields['entries'], fields['leaving']].every((ids) => Array.isArray(ids))
      )
    case 'add':
      return (
        isEntry(fields['entry']) &&
        typeof fields['typed'] === 'boolean' &&
        typeof fields['forWhom'] === 'string' &&
        typeof fields['inCash'] === 'boolean'
      )
    case 'longer':
      return isLonger(fields['minutes']) && typeof fields['until'] === 'string'
    case 'pause':
    case 'resume':
    case 'close':
    case 'open':
    case 'byClock':
      return true
    default:
      return false
  }
}

function isLonger(minutes: unknown): boolean {
  return LONGER_MINUTES.some((one) => one === minutes)
}

function isEntryOrNull(entry: unknown): boolean {
  return entry === null || isEntry(entry)
}

function isEntry(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && 'id' in entry && 'songId' in entry
}
