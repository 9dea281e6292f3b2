import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { endsLogin } from '#web/lib/calls/call.ts'
import { newKey } from '#web/lib/device/device-memory.ts'
import type { Outbox, Sender } from '#web/lib/device/outbox.ts'
import { openSender, useCommands } from '#web/lib/device/outbox.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { callCommand, readServerState } from './command-calls.ts'
import {
  addCommand,
  dropCommand,
  dueIn,
  markSent,
  openCommandOutbox,
  outboxName,
  closeUndoWindows,
  cancelUnsent,
  UNDO_WINDOW_MS,
  undoWindowOf,
  withRenamed,
} from './command-outbox.ts'
import type { Action, PadCommand } from './command.ts'
import { LATE_MS } from './command.ts'
import { reportToasts, sendCommands } from './send-commands.ts'
import type { SendOptions, SendReport } from './send-commands.ts'

const TICK_MS = 12

type CommandOutbox = {
  /** The commands without a response, in the order of the presses. */
  commands: readonly PadCommand[]
  /** The last of them, while its undo window is open. */
  undoable: PadCommand | null
  /** How many of them wait to be sent; one whose undo window is open does not. */
  unsent: number
  /** They have waited longer than a working network would take. */
  late: boolean
  /** They wait because the network did not answer, not because the server is slow. */
  lost: boolean
  add(action: Action): void
  /** Only a command that was never sent can be taken back; returns whether it was. */
  cancelUnsent(command: PadCommand): boolean
  /** Sends the queued commands; returns how many are left. */
  flush(): Promise<number>
}

type CommandOutboxOptions = {
  artistUsername: string
  /** The owner of the commands: a second pad on the same device has its own. */
  owner: string
  /** The running concert; null: none is running; undefined: not known yet. */
  sessionId: string | null | undefined
  live: boolean
  /** Called before a request; the function that it returns applies the response. */
  listen(): SendOptions['applyResponse']
  reloadConcerts(): void
}

/** The commands of the running concert: stored on this device in their order until the server has received them. */
export function useCommandOutbox(options: CommandOutboxOptions): CommandOutbox {
  const { artistUsername, owner, sessionId, live } = options
  const outbox = useMemo(() => openCommandOutbox(owner), [owner])
  const all = useCommands(outbox)
  const commands = useMemo(
    () => all.filter((command) => command.sessionId === sessionId),
    [all, sessionId],
  )
  const [failing, setFailing] = useState(false)
  const lost = failing || !live
  const sender = useRef<Sender | null>(null)
  const toast = useToast()

  const listen = useEffectEvent(options.listen)
  const announce = useEffectEvent((report: SendReport, left = false) => {
    for (const message of reportToasts(report, lost || left)) toast(message)
    if (report.end === 'over') options.reloadConcerts()
  })

  /** Drops the commands of a concert that is over, and notifies the artist. */
  const cancelOthers = useEffectEvent(() => {
    const others = outbox.commands().filter((command) => command.sessionId !== sessionId)
    for (const command of others) dropCommand(outbox, command)
    const why = 'Концерт уже завершён'
    const cancelled = others.map((command) => ({ command, why, late: true }))
    announce({ end: 'empty', late: 0, cancelled, restSeconds: 0 })
  })

  useEffect(() => {
    if (sessionId === undefined) return undefined
    cancelOthers()
    if (sessionId === null) return undefined
    const commandsNow = () => commandsOf(outbox, sessionId)
    // The page before this one left them, most likely for want of a network.
    let left = commandsNow().length > 0
    let applyResponse = listen()
    const opened = openSender({
      lock: () => outboxName(owner),
      dueIn: () => dueIn(commandsNow(), Date.now()),
      async send() {
        const report = await sendCommands({
          commands: commandsNow,
          markSent: (command) => markSent(outbox, command),
          drop: (command) => dropCommand(outbox, command),
          rename: (from, to) => outbox.change((before) => withRenamed(before, from, to)),
          loadState() {
            applyResponse = listen()
            return readServerState(artistUsername, sessionId)
          },
          send(command, known) {
            applyResponse = listen()
            return callCommand(command, known)
          },
          applyResponse: (change, rebase) => applyResponse(change, rebase),
          endsLogin,
          now: () => Date.now(),
        })
        announce(report, left)
        left &&= report.end === 'later'
        return report.end === 'later' ? report.restSeconds * 1000 : null
      },
      isOnline: () => navigator.onLine,
      onFailing: setFailing,
    })
    const sendNow = () => void opened.sendNow()
    const closeUndoAndSend = () => {
      if (closeUndoWindows(outbox, Date.now())) sendNow()
    }
    const leave = () => document.visibilityState === 'hidden' && closeUndoAndSend()
    sender.current = opened
    // A reload ends what could be taken back.
    closeUndoWindows(outbox, Date.now())
    sendNow()
    window.addEventListener('online', sendNow)
    window.addEventListener('pagehide', closeUndoAndSend)
    document.addEventListener('visibilitychange', leave)
    return () => {
      window.removeEventListener('online', sendNow)
      window.removeEventListener('pagehide', closeUndoAndSend)
      document.removeEventListener('visibilitychange', leave)
      closeUndoAndSend()
      opened.close()
      sender.current = null
    }
  }, [outbox, owner, artistUsername, sessionId])

  useEffect(() => {
    if (live) void sender.current?.sendNow()
  }, [live])

  const undo = (command: PadCommand) => {
    const wasHere = cancelUnsent(outbox, command)
    if (wasHere) vibrateShortly()
    return wasHere
  }
  const undoable = useUndoableCommand(commands)

  const unsent = commands.length - (undoable === null ? 0 : 1)
  const slow = useSlow(unsent > 0)
  return {
    commands,
    undoable,
    unsent,
    late: unsent > 0 && (failing || slow),
    lost,
    add(action) {
      if (typeof sessionId !== 'string') return
      const at = Date.now()
      const command = { key: newKey(), sessionId, at, state: 'waiting', action } as const
      addCommand(outbox, { ...command, ...undoWindowOf(action, at) })
      vibrateShortly()
      void sender.current?.sendNow()
    },
    cancelUnsent: undo,
    async flush() {
      if (typeof sessionId !== 'string') return 0
      closeUndoWindows(outbox, Date.now())
      await sender.current?.sendNow()
      return commandsOf(outbox, sessionId).length
    },
  }
}

function commandsOf(outbox: Outbox<PadCommand>, sessionId: string): readonly PadCommand[] {
  return outbox.commands().filter((command) => command.sessionId === sessionId)
}

/** A short vibration where the device has one: on stage the artist does not look at the screen. */
function vibrateShortly(): void {
  if (typeof navigator.vibrate === 'function') navigator.vibrate(TICK_MS)
}

/** The command whose undo window is open; null where there is none. */
function useUndoableCommand(commands: readonly PadCommand[]): PadCommand | null {
  const [overKey, setOverKey] = useState<string | null>(null)
  // Every later command closes the undo windows of those before it.
  const last = commands.at(-1)
  const isOpen = last?.heldUntil !== undefined && last.state === 'waiting' && last.key !== overKey
  const undoable = isOpen ? last : null
  const key = undoable?.key
  const until = undoable?.heldUntil

  useEffect(() => {
    if (key === undefined || until === undefined) return undefined
    // A clock that was set back must not keep the window open for hours.
    const left = Math.min(UNDO_WINDOW_MS, until - Date.now())
    const timer = setTimeout(() => setOverKey(key), left)
    return () => clearTimeout(timer)
  }, [key, until])

  return undoable
}

/** True once something has waited long enough to be shown. */
function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setTimeout(() => setSlow(true), LATE_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [waiting])
  return slow
}
