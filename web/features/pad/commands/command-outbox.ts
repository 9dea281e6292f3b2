import type { QueueEntry } from '#contract/shapes.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Outbox } from '#web/lib/device/outbox.ts'
import { openOutbox } from '#web/lib/device/outbox.ts'
import type { Action, PadCommand } from './command.ts'
import { readAction } from './command.ts'

/** While its toast is shown, a command that refunds money or moves the end can be cancelled (ms). */
export const UNDO_WINDOW_MS = 10_000

export const outboxName = (artistUsername: string) => `pad:${artistUsername}`

/** The commands of an artist that are queued on this device, in the order of the presses. */
export function openCommandOutbox(artistUsername: string): Outbox<PadCommand> {
  return openOutbox(outboxName(artistUsername), readCommand)
}

/** Reads the stored form of this version and of the one before, which had `id`, `sent` and `deed`. */
export function readCommand(stored: Readonly<Record<string, unknown>>): PadCommand | null {
  const { sessionId, at, heldUntil } = stored
  const key = stored['key'] ?? stored['id']
  const state = stored['state'] ?? (stored['sent'] === true ? 'sent' : 'waiting')
  const action = readAction(stored['action'] ?? stored['deed'])
  if (typeof key !== 'string' || typeof sessionId !== 'string' || typeof at !== 'number')
    return null
  if ((state !== 'waiting' && state !== 'sent') || action === null) return null
  if (heldUntil === undefined) return { key, sessionId, at, state, action }
  return typeof heldUntil === 'number' ? { key, sessionId, at, state, action, heldUntil } : null
}

/** The undo window of an action that is given at `at` (ms since 1970); most have none. */
export function undoWindowOf(action: Action, at: number): Pick<PadCommand, 'heldUntil'> {
  return action.kind === 'skip' ||
    action.kind === 'guest' ||
    (action.kind === 'longer' && hasTime(action, at))
    ? { heldUntil: at + UNDO_WINDOW_MS }
    : {}
}

/** A concert that is about to end is played longer at once. */
function hasTime({ until, minutes }: Action & { kind: 'longer' }, at: number): boolean {
  return Date.parse(until) - minutes * MINUTE_MS - at > MINUTE_MS
}

/** Whether the undo window is open at `now`, in ms since 1970. */
export function isUndoable({ at, state, heldUntil }: PadCommand, now: number): boolean {
  // A command dated in the future was given before the clock was set back: its age is unknown.
  return state === 'waiting' && heldUntil !== undefined && at <= now && now < heldUntil
}

/** The command that may be sent now: the first one, since the order is kept; undefined: its undo window is open, or there is none. */
export function firstSendable([first]: readonly PadCommand[], now: number): PadCommand | undefined {
  return first !== undefined && isUndoable(first, now) ? undefined : first
}

/** The ms until the first command may be sent; null: there is none. */
export function dueIn([first]: readonly PadCommand[], now: number): number | null {
  if (first === undefined) return null
  return isUndoable(first, now) ? (first.heldUntil ?? now) - now : 0
}

/** The commands with every undo window closed. */
export function withUndoClosed(
  commands: readonly PadCommand[],
  now: number,
): readonly PadCommand[] {
  return commands.some((command) => isUndoable(command, now))
    ? commands.map((command) =>
        isUndoable(command, now) ? { ...command, heldUntil: now } : command,
      )
    : commands
}

/** Adds a command; it closes the undo windows of the earlier ones, since the order is kept. */
export function addCommand(outbox: Outbox<PadCommand>, command: PadCommand): void {
  outbox.change((commands) => [...withUndoClosed(commands, command.at), command])
}

/** Closes every undo window; returns whether one was open. `now` in ms since 1970. */
export function closeUndoWindows(outbox: Outbox<PadCommand>, now: number): boolean {
  const hasUndoable = outbox.commands().some((command) => isUndoable(command, now))
  outbox.change((commands) => withUndoClosed(commands, now))
  return hasUndoable
}

export function markSent(outbox: Outbox<PadCommand>, { key }: PadCommand): void {
  outbox.change((commands) =>
    commands.map((one) => (one.key === key ? { ...one, state: 'sent' as const } : one)),
  )
}

export function dropCommand(outbox: Outbox<PadCommand>, { key }: PadCommand): void {
  outbox.change((commands) => commands.filter((one) => one.key !== key))
}

/** The commands with the entry `to` named wherever they name `from`. */
export function withRenamed(
  commands: readonly PadCommand[],
  from: string,
  to: QueueEntry,
): readonly PadCommand[] {
  // A song that was typed has its entry's id for its own too.
  const renamed = (name: string, value: unknown) =>
    value === from ? to[name === 'songId' ? name : 'id'] : value
  return JSON.parse(JSON.stringify(commands), renamed) as readonly PadCommand[]
}

/** Drops a command that was never sent; returns whether it was dropped. */
export function cancelUnsent(outbox: Outbox<PadCommand>, { key }: PadCommand): boolean {
  const stored = outbox.commands().find((one) => one.key === key)
  if (stored?.state !== 'waiting') return false
  dropCommand(outbox, stored)
  return true
}
