import type { QueueEntry } from '#contract/shapes.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import {
  addOwn,
  backToOrders,
  changeStatus,
  moveBefore,
  moveOneUp,
  moveToTop,
  playNext,
  undoPlayed,
} from '#domain/queue/queue-steps.ts'
import { Refusal } from '#domain/refusal.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Action, PadCommand, ServerState } from './command.ts'
import { isInterruption } from './command.ts'

/** The song id of an entry; for a song that the artist typed only the server has it. */
export function songIdIn(queue: readonly QueueEntry[], { id, songId }: QueueEntry): string {
  return queue.find((entry) => entry.id === id)?.songId ?? songId
}

/** The effect of an action now: it changes something, its result is already there, or it is no longer possible. */
export type Effect =
  | { readonly is: 'open'; readonly after: ServerState }
  | { readonly is: 'done' }
  | { readonly is: 'lost'; readonly why: string }

const DONE: Effect = { is: 'done' }
const open = (after: ServerState): Effect => ({ is: 'open', after })
const lost = (why: string): Effect => ({ is: 'lost', why })

/**
 * Predicts an action's effect by the rules of the queue. Songs are compared by the ids of their entries, so that a song
 * that was ordered again is another one, and an action is not done twice. `tried`: it may have reached the server
 * already.
 */
export function effectOf(state: ServerState, action: Action, tried = false): Effect {
  try {
    const effect = predict(state, action, tried)
    return effect.is === 'open' ? open(withCollecting(effect.after, state, action)) : effect
  } catch (error) {
    if (error instanceof Refusal) return lost(error.message)
    throw error
  }
}

/** Entries that collect money are outside the queue: one goes away only by an action on its own song. */
function withCollecting(after: ServerState, { queue }: ServerState, action: Action): ServerState {
  const ids = new Set(waiting(after.queue).map(({ songId }) => songId))
  const outside = queue.filter(
    ({ id, songId, status }) =>
      status === 'COLLECTING' &&
      !ids.has(songId) &&
      !(action.kind === 'skip' && action.entry.id === id) &&
      !(action.kind === 'guest' && action.leaving.includes(id)),
  )
  const inside = after.queue.filter(({ status }) => status !== 'COLLECTING')
  return { ...after, queue: [...inside, ...outside] }
}

/** The state that the pad shows with unsent commands: the server's state after each of them that is still possible. */
export function stateAfter(state: ServerState, commands: readonly PadCommand[]): ServerState {
  return commands.reduce((shown, { action }) => {
    const effect = effectOf(shown, action)
    return effect.is === 'open' ? effect.after : shown
  }, state)
}

function predict(state: ServerState, action: Action, tried: boolean): Effect {
  const { queue, active } = state
  switch (action.kind) {
    case 'next':
      return predictNext(state, action)
    case 'pause':
      return active ? open({ ...state, active: false }) : DONE
    case 'resume':
      return active ? DONE : open({ ...state, active: true, breakUntil: null })
    case 'break':
      if (state.breakUntil !== null && isSame(state.breakUntil, action.until)) return DONE
      return open({ ...state, active: false, breakUntil: action.until })
    case 'close':
      return state.closed ? DONE : open({ ...state, closed: true })
    case 'open':
      return state.closed ? open({ ...state, closed: false }) : DONE
    case 'byClock':
      return state.byClock ? DONE : open({ ...state, byClock: true })
    case 'add':
      if (queue.some(({ id }) => id === action.entry.id)) return DONE
      return open({ ...state, queue: addOwn(queue, action.entry).queue })
    case 'guest':
      return predictGuest(state, action, tried)
    case 'longer':
      return predictLonger(state, action)
    case 'undo':
      if (nowOf(queue)?.id === action.entry.id) return DONE
      if (waits(state, action.entry.id)) return lost('Эта песня уже ждёт в очереди')
      return open({
        ...state,
        queue: undoPlayed(queue, { ...action.entry, status: 'PLAYED' }).queue,
      })
    case 'top':
    case 'up':
    case 'queue':
    case 'back':
    case 'move':
    case 'skip':
      break
  }
  return predictSong(state, action, tried)
}

type SongAction = Extract<Action, { kind: 'top' | 'up' | 'queue' | 'back' | 'move' | 'skip' }>

function predictSong(state: ServerState, action: SongAction, tried: boolean): Effect {
  const { queue } = state
  const { id } = action.entry
  const songId = songIdIn(queue, action.entry)
  const interrupts = action.kind === 'skip' && isInterruption(action)
  if (nowOf(queue)?.id === id) {
    if (!interrupts) return lost('Эта песня уже играет')
    return open({ ...state, queue: changeStatus(queue, songId, 'SKIPPED', { entryId: id }).queue })
  }
  if (action.kind === 'skip' && queue.some((one) => one.id === id && one.status === 'COLLECTING'))
    return open(state)
  const entry = waiting(queue).find((one) => one.id === id)
  const isQueued = entry?.status === 'QUEUED'
  const shown = queue.filter(({ status }) => status === 'QUEUED').map((one) => one.id)
  const enqueued = () => changeStatus(queue, songId, 'QUEUED').queue
  if (action.kind === 'skip') {
    if (entry === undefined && (tried || !interrupts)) return DONE
    if (interrupts) return lost('Эта песня сейчас не играет')
    return open({ ...state, queue: changeStatus(queue, songId, 'SKIPPED').queue })
  }
  if (entry === undefined) return lost('Этой песни уже нет в очереди')
  if (action.kind === 'back') {
    if (!isQueued) return DONE
    return open({ ...state, queue: backToOrders(queue, songId).queue })
  }
  if (action.kind === 'move') {
    const { list, before } = action
    const after = moveBefore(queue, songId, { list, beforeId: before }).queue
    return isSameOrder(after, queue) ? DONE : open({ ...state, queue: after })
  }
  if (action.kind === 'queue') return isQueued ? DONE : open({ ...state, queue: enqueued() })
  if (action.kind === 'up') {
    const above = shown.indexOf(action.above)
    if (isQueued && (above === -1 || above > shown.indexOf(id))) return DONE
    return open({ ...state, queue: moveOneUp(queue, songId).queue })
  }
  if (shown[0] === id) return DONE
  return open({ ...state, queue: moveToTop(isQueued ? queue : enqueued(), songId).queue })
}

function predictNext(state: ServerState, action: Action & { kind: 'next' }): Effect {
  const { queue } = state
  const { played, started, chosen } = action
  const nowId = nowOf(queue)?.id ?? null
  if (nowId !== (played?.id ?? null)) {
    return nowId === (started?.id ?? null) ? DONE : lost('Песня уже сменилась')
  }
  const ready = started !== null && waits(state, started.id)
  if (chosen && !ready) return lost('Этой песни уже нет в очереди')
  const songId = ready ? songIdIn(queue, started) : null
  const onlyEnds = started === null
  return open({ ...state, queue: playNext(queue, { songId, onlyEnds }).queue })
}

/** Only the server knows whether another's order keeps a song; what the pad saw leave is shown as gone. */
function predictGuest(
  state: ServerState,
  { entries, leaving }: Action & { kind: 'guest' },
  tried: boolean,
): Effect {
  const isThere = (id: string) =>
    state.queue.some((entry) => entry.id === id && entry.status !== 'NOW')
  // Where all of his songs have left the queue, nothing of his waits.
  if (!entries.some(isThere)) return tried ? DONE : lost('Заказы этого гостя уже не ждут')
  return open({
    ...state,
    queue: state.queue.filter(({ id, status }) => status === 'NOW' || !leaving.includes(id)),
  })
}

/** Another device may have moved the end as far already. A planned end that had passed at the press moves to `until`. */
function predictLonger(state: ServerState, action: Action & { kind: 'longer' }): Effect {
  const end = Date.parse(state.endsAt)
  const until = Date.parse(action.until)
  if (end >= until) return DONE
  const moved = Math.max(end + action.minutes * MINUTE_MS, until)
  return open({ ...state, endsAt: new Date(moved).toISOString() })
}

function isSameOrder(one: ServerState['queue'], other: ServerState['queue']): boolean {
  return one.every(({ id, status }, at) => other[at]?.id === id && other[at].status === status)
}

/** The same instant may be written with different offsets. */
function isSame(one: string, other: string): boolean {
  return Date.parse(one) === Date.parse(other)
}

function waits({ queue }: ServerState, id: string): boolean {
  return waiting(queue).some((entry) => entry.id === id)
}
