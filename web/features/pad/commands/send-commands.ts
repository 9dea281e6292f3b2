import type { QueueEntry } from '#contract/shapes.ts'
import { waiting } from '#domain/queue/queue.ts'
import { counted, countedOrders } from '#domain/russian.ts'
import { songKey } from '#packages/song-search/song-text.ts'
import { CallFailed } from '#web/lib/calls/call-failed.ts'
import { rubles } from '#web/lib/format.ts'
import { firstSendable } from './command-outbox.ts'
import type { Action, PadCommand, Refund, ServerState } from './command.ts'
import { LATE_MS, isInterruption, nameOfCommand } from './command.ts'
import type { Effect } from './effect.ts'
import { effectOf } from './effect.ts'
import type { ToastMessage } from '#web/ui/overlays/toast-context.ts'

/** `late`: it was delayed, so the artist may not remember it. */
export type CancelledCommand = {
  readonly command: PadCommand
  readonly why: string
  readonly late: boolean
}

/** The result of one run through the outbox. */
export type SendReport = {
  /** `empty`: only commands with an open undo window are left; `later`: some wait for the network; `over`: the concert has ended. */
  readonly end: 'empty' | 'later' | 'over'
  /** The number of delayed commands that the server has received. */
  readonly late: number
  readonly cancelled: readonly CancelledCommand[]
  /** The seconds after which the server asks to retry. */
  readonly restSeconds: number
}

type StateChange = (state: ServerState) => ServerState

/** What a run needs. The calls throw CallFailed. */
export type SendOptions = {
  /** The queued commands, in the order of the presses. */
  commands(): readonly PadCommand[]
  /** From now on the command may have reached the server. */
  markSent(command: PadCommand): void
  drop(command: PadCommand): void
  /** The queued commands that name the entry `from` mean `to` from now on. */
  rename(from: string, to: QueueEntry): void
  /** The server's state of this concert; null where it is not running any more. */
  loadState(): Promise<ServerState | null>
  /** Sends one command; returns the queue or the pause from the response, if any. */
  send(command: PadCommand, known: ServerState | null): Promise<Partial<ServerState>>
  /**
   * Applies a response: `change` to the state at the time of the request, `rebase` to a state that the live channel has
   * published since.
   */
  applyResponse(change: StateChange, rebase?: StateChange): void
  /** Whether the login has ended: the commands are sent after the next one. */
  endsLogin(failure: CallFailed): boolean
  now(): number
}

/** The fields that the refusal NOW_MOVED, which has only the queue, leaves unknown. */
const UNKNOWN = { active: true, closed: false, byClock: false, endsAt: '', breakUntil: null }

const OVER = new Set(['SESSION_NOT_OPEN', 'NOT_FOUND', 'NOT_YOURS'])

/**
 * Sends the queued commands one by one, until none is left, the next one's undo window is open, or the network fails.
 * Before a command whose outcome is unknown, or that was delayed, it loads the server's state, and then sends only
 * commands that still change something.
 */
export async function sendCommands(options: SendOptions): Promise<SendReport> {
  const cancelled: CancelledCommand[] = []
  let late = 0
  // Null while every command is fresh: then nothing was missed, and only the server decides.
  let known: ServerState | null = null
  let mustReload = false
  // The command that was refused because the concert is over.
  let refusedAsOver: string | null = null
  const report = (end: SendReport['end'], restSeconds = 0): SendReport => ({
    end,
    late,
    cancelled,
    restSeconds,
  })

  // A command dated in the future was given before the clock was set back: its age is unknown.
  const isFresh = (age: number) => age >= 0 && age <= LATE_MS
  const isOld = ({ state, at }: PadCommand) => state === 'sent' || !isFresh(options.now() - at)
  // The time of the undo window itself does not make a command late.
  const isLate = ({ state, at, heldUntil }: PadCommand) =>
    state === 'sent' || !isFresh(options.now() - (heldUntil ?? at))
  const settle = (command: PadCommand) => {
    if (isLate(command)) late += 1
    options.drop(command)
  }
  const cancel = (command: PadCommand, why: string) => {
    cancelled.push({ command, why, late: isOld(command) })
    options.drop(command)
  }
  const cancelAll = () => {
    for (const command of options.commands()) cancel(command, 'Концерт уже завершён')
    return report('over')
  }

  for (;;) {
    const command = firstSendable(options.commands(), options.now())
    try {
      if (mustReload || (command !== undefined && known === null && isOld(command))) {
        const seen = await options.loadState()
        if (seen === null) return cancelAll()
        options.applyResponse(() => seen)
        known = seen
        mustReload = false
        continue
      }
      if (command === undefined) return report('empty')
      const tried = command.state === 'sent'
      const effect: Effect | null = known && effectOf(known, command.action, tried)
      if (effect?.is === 'done') {
        settle(command)
        continue
      }
      if (effect?.is === 'lost') {
        cancel(command, effect.why)
        continue
      }
      if (command.state !== 'sent') options.markSent(command)
      const answer = await options.send(command, known)
      settle(command)
      const joined = entryJoined(command.action, answer.queue)
      if (joined !== undefined) options.rename(joined.from, joined.to)
      const after = (before: ServerState): ServerState => ({
        ...predicted(before, command),
        ...answer,
      })
      options.applyResponse(after, (newer) => predicted(newer, command))
      if (known !== null) known = after(known)
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      if (command === undefined || isUnanswered(failure) || options.endsLogin(failure)) {
        return report('later', failure.retryAfterSeconds ?? 0)
      }
      if (OVER.has(failure.code) && refusedAsOver !== command.key) {
        // Another artist may have logged in meanwhile, and the refusal is about his concert: load the state first.
        refusedAsOver = command.key
        mustReload = true
        continue
      }
      const { queue } = failure
      if (queue !== undefined) options.applyResponse((before) => ({ ...before, queue }))
      // An earlier try may have succeeded with only its response lost.
      const done =
        queue !== undefined && effectOf({ ...UNKNOWN, queue }, command.action).is === 'done'
      if (done) settle(command)
      else cancel(command, failure.message)
      mustReload = true
    }
  }
}

/** The entry of an added song where the pad knew another: one that it has joined, or its own, whose song only the server knew. */
function entryJoined(action: Action, queue: readonly QueueEntry[] = []) {
  if (action.kind !== 'add') return undefined
  const own = queue.find(({ id }) => id === action.entry.id)
  if (own !== undefined)
    return own.songId === action.entry.songId ? undefined : { from: own.id, to: own }
  const keyOf = ({ title, artistName }: QueueEntry) => songKey(title, artistName)
  const { id: from, songId } = action.entry
  const key = keyOf(action.entry)
  const to = waiting(queue).find((one) => one.songId === songId || keyOf(one) === key)
  return to && { from, to }
}

function predicted(before: ServerState, { action }: PadCommand): ServerState {
  const effect = effectOf(before, action)
  return effect.is === 'open' ? effect.after : before
}

/** No response, or one that says nothing about the command: it is sent again. */
function isUnanswered({ status }: CallFailed): boolean {
  return status === 0 || status === 429 || status >= 500
}

/**
 * The toasts after a run through the outbox; a command that was sent at once is not announced. `lost`: the network was
 * lost before it, and the server was not only slow.
 */
export function reportToasts(
  { end, late, cancelled }: SendReport,
  lost: boolean,
): readonly ToastMessage[] {
  const all = end === 'empty' && cancelled.length === 0
  const back = lost ? `Связь вернулась${all ? ', всё отправлено' : ''}` : all && 'Всё отправлено'
  const sent = late > 0 && back ? [{ text: back }] : []
  return [...sent, ...cancelledToasts(cancelled)]
}

function cancelledToasts(cancelled: readonly CancelledCommand[]): readonly ToastMessage[] {
  const [first] = cancelled
  if (first === undefined) return []
  if (cancelled.length === 1) {
    const text = first.late ? `${quoted(first)} не выполнено. ${first.why}.` : first.why
    return [{ text, tone: 'error' }]
  }
  const names = cancelled.map(quoted).join(', ')
  const whys = [...new Set(cancelled.map(({ why }) => why))]
  const reason = whys.length === 1 ? ` ${whys[0]}.` : ''
  return [{ text: `Не выполнено: ${names}.${reason}`, tone: 'error' }]
}

const quoted = ({ command }: CancelledCommand) => `«${nameOfCommand(command)}»`

/** «Удалили «Перемен». Вернём 250 ₽ слушателю» */
export function skipText(action: Action & { kind: 'skip' }): string {
  const { entry } = action
  const sentence = `${isInterruption(action) ? 'Прервали' : 'Удалили'} «${entry.title}»`
  const money = refundText(action)
  if (money === '') return sentence
  return `${sentence}${money} ${entry.backers > 1 ? 'слушателям' : 'слушателю'}`
}

/** «Убрали 3 заказа: Аня. Вернём 500 ₽» */
function takenOutText(action: Action & { kind: 'guest' }): string {
  const { name, entries } = action
  const orders = countedOrders(entries.length)
  return `Убрали ${orders}: ${name || 'гость без имени'}${refundText(action)}`
}

function refundText({ returned = 0, paid }: Partial<Refund>): string {
  if (returned > 0) return `. Вернём ${rubles(returned)}`
  return paid ? '. Вернём деньги' : ''
}

/** What an action that can still be cancelled has done, and the word that cancels it; null for one that cannot. */
export function undoableText(action: Action): { text: string; label: string } | null {
  if (action.kind === 'skip') return { text: skipText(action), label: 'Оставить' }
  if (action.kind === 'guest') return { text: takenOutText(action), label: 'Оставить' }
  if (action.kind === 'longer')
    return { text: `Играем дольше: +${action.minutes} минут`, label: 'Отменить' }
  return null
}

/** «3 нажатия» */
export function pressCount(count: number): string {
  return counted(count, 'нажатие', 'нажатия', 'нажатий')
}
