import {
  backToOrders,
  changeStatus,
  moveOneUp,
  moveToTop,
  nowOf,
  playNext,
  undoPlayed,
  waiting,
} from '#domain/queue.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Action, PadCommand, ServerState } from './command.ts'
import { isInterruption } from './command.ts'

/** What an action would do now: it changes something, everything is as it wanted already, or it is no longer possible. */
export type Effect =
  | { readonly is: 'open'; readonly after: ServerState }
  | { readonly is: 'done' }
  | { readonly is: 'lost'; readonly why: string }

const DONE: Effect = { is: 'done' }
const open = (after: ServerState): Effect => ({ is: 'open', after })
const lost = (why: string): Effect => ({ is: 'lost', why })

/**
 * Predicts an action's effect by the rules of the queue. Songs are compared by the ids of their
 * entries, so that a song that was ordered anew is another one, and an action is not done twice.
 */
export function effectOf(state: ServerState, action: Action): Effect {
  try {
    return predict(state, action)
  } catch (error) {
    if (error instanceof Refusal) return lost(error.message)
    throw error
  }
}

/** What the pad shows while commands wait: the server's state after each of them that is still possible. */
export function stateAfter(state: ServerState, commands: readonly PadCommand[]): ServerState {
  return commands.reduce((shown, { action }) => {
    const effect = effectOf(shown, action)
    return effect.is === 'open' ? effect.after : shown
  }, state)
}

function predict(state: ServerState, action: Action): Effect {
  const { queue, active } = state
  switch (action.kind) {
    case 'next':
      return predictNext(state, action)
    case 'pause':
      return active ? open({ queue, active: false }) : DONE
    case 'resume':
      return active ? DONE : open({ queue, active: true })
    case 'undo':
      if (nowOf(queue)?.id === action.entry.id) return DONE
      if (waits(state, action.entry.id)) return lost('Эта песня уже ждёт в очереди')
      return open({ active, queue: undoPlayed(queue, { ...action.entry, status: 'PLAYED' }).queue })
    case 'top':
    case 'up':
    case 'queue':
    case 'back':
    case 'skip':
      break
  }
  return predictSong(state, action)
}

type SongAction = Extract<Action, { kind: 'top' | 'up' | 'queue' | 'back' | 'skip' }>

function predictSong({ queue, active }: ServerState, action: SongAction): Effect {
  const { id, songId } = action.entry
  const interrupts = action.kind === 'skip' && isInterruption(action)
  if (nowOf(queue)?.id === id) {
    if (!interrupts) return lost('Эта песня уже играет')
    return open({ active, queue: changeStatus(queue, songId, 'SKIPPED', id).queue })
  }
  const entry = waiting(queue).find((one) => one.id === id)
  const isQueued = entry?.status === 'QUEUED'
  const shown = queue.filter(({ status }) => status === 'QUEUED').map((one) => one.id)
  const enqueued = () => changeStatus(queue, songId, 'QUEUED').queue
  if (action.kind === 'skip') {
    if (entry === undefined) return DONE
    if (interrupts) return lost('Эта песня сейчас не играет')
    return open({ active, queue: changeStatus(queue, songId, 'SKIPPED').queue })
  }
  if (entry === undefined) return lost('Этой песни уже нет в очереди')
  if (action.kind === 'back') {
    if (!isQueued) return DONE
    return open({ active, queue: backToOrders(queue, songId).queue })
  }
  if (action.kind === 'queue') return isQueued ? DONE : open({ active, queue: enqueued() })
  if (action.kind === 'up') {
    const above = shown.indexOf(action.above)
    if (isQueued && (above === -1 || above > shown.indexOf(id))) return DONE
    return open({ active, queue: moveOneUp(queue, songId).queue })
  }
  if (shown[0] === id) return DONE
  return open({ active, queue: moveToTop(isQueued ? queue : enqueued(), songId).queue })
}

function predictNext(state: ServerState, action: Action & { kind: 'next' }): Effect {
  const { queue, active } = state
  const { played, started, chosen } = action
  const nowId = nowOf(queue)?.id ?? null
  if (nowId !== (played?.id ?? null)) {
    return nowId === (started?.id ?? null) ? DONE : lost('Песня уже сменилась')
  }
  const ready = started !== null && waits(state, started.id)
  if (chosen && !ready) return lost('Этой песни уже нет в очереди')
  const songId = ready ? started.songId : null
  return open({ active, queue: playNext(queue, { songId }).queue })
}

function waits({ queue }: ServerState, id: string): boolean {
  return waiting(queue).some((entry) => entry.id === id)
}
