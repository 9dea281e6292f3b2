import type { QueueEntry } from '#contract/shapes.ts'
import { NO_NOTE } from '#domain/queue/own-song.ts'
import { nowOf } from '#domain/queue/queue.ts'
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
import { CallFailed } from '#web/lib/calls/call-failed.ts'
import { withRenamed, withUndoClosed, undoWindowOf } from './command-outbox.ts'
import type { Action, LongerMinutes, PadCommand, ServerState, SongPlace } from './command.ts'
import { actionsOn, additionOf, isInterruption } from './command.ts'
import { effectOf, songIdIn, stateAfter } from './effect.ts'
import type { SendOptions } from './send-commands.ts'

const SESSION = 'concert'
export const FIRST_END = '2026-11-20T20:00:00.000Z'
/** In `played`: the presses on another device. */
export const ELSEWHERE = 'elsewhere'

export function entry(id: string, status: QueueEntry['status']): QueueEntry {
  return { id, songId: `song ${id}`, title: id, artistName: '', imageUrl: '', status, backers: 1 }
}

/** The outcome of a call: success, a lost request, or a lost response. */
export type CallOutcome = 'fine' | 'lost' | 'answer lost'

type Played = { readonly title: string; readonly by: string }

/** A server by the rules of the domain, a pad with its outbox, and a network between them whose outcomes are scripted. */
export function makeEvening(first: readonly QueueEntry[], { knowsKeys = true } = {}) {
  let serverState: ServerState = {
    queue: first,
    active: true,
    closed: false,
    byClock: false,
    endsAt: FIRST_END,
    breakUntil: null,
  }
  let running = true
  let outcomes: CallOutcome[] = []
  let clock = 1_000_000
  let waiting: readonly PadCommand[] = []
  let received = serverState
  const undoable: QueueEntry[] = []
  const played: Played[] = []
  const done = new Set<string>()
  const sent: string[] = []

  /** `known`: the queue that the pad takes the ids of songs from. */
  function run(
    by: string,
    action: Action,
    { chosenId, known }: { chosenId: string | null; known: readonly QueueEntry[] },
  ): Partial<ServerState> {
    if (!running) throw refused('SESSION_NOT_OPEN')
    const { queue } = serverState
    const set = (after: readonly QueueEntry[]) => {
      serverState = { ...serverState, queue: after }
      return { queue: after }
    }
    switch (action.kind) {
      case 'next': {
        if (knowsKeys && by !== ELSEWHERE && done.has(by)) return { queue }
        const expectedNowId = action.played?.id ?? null
        if ((nowOf(queue)?.id ?? null) !== expectedNowId) throw refused('NOW_MOVED', queue)
        // Another device takes the first that waits.
        const onlyEnds = by !== ELSEWHERE && action.started === null
        const step = playNext(queue, { songId: chosenId, expectedNowId, onlyEnds })
        for (const one of step.closed) {
          played.push({ title: one.title, by })
          undoable.push(one)
        }
        done.add(by)
        return set(step.queue)
      }
      case 'top':
        return set(
          moveToTop(queued(queue, songIdIn(known, action.entry)), songIdIn(known, action.entry))
            .queue,
        )
      case 'up':
        return set(moveOneUp(queue, songIdIn(known, action.entry)).queue)
      case 'queue':
        set(changeStatus(queue, songIdIn(known, action.entry), 'QUEUED').queue)
        return {}
      case 'back':
        set(backToOrders(queue, songIdIn(known, action.entry)).queue)
        return {}
      case 'skip':
        set(
          changeStatus(queue, songIdIn(known, action.entry), 'SKIPPED', {
            entryId: action.entry.id,
            interrupts: isInterruption(action),
          }).queue,
        )
        return {}
      case 'guest':
        if (knowsKeys && done.has(by)) return { queue }
        done.add(by)
        return set(
          queue.filter(({ id, status }) => status === 'NOW' || !action.leaving.includes(id)),
        )
      case 'add': {
        if (knowsKeys && done.has(by)) return { queue }
        done.add(by)
        if (queue.some(({ id }) => id === action.entry.id)) return { queue }
        const songId = `song ${action.entry.title}`
        const pools = queue.filter(({ status }) => status === 'COLLECTING')
        const pool = pools.find((one) => one.songId === songId)
        const added = addOwn(queue, pool ?? { ...action.entry, songId })
        return set([...added.queue, ...pools.filter((one) => one !== pool)])
      }
      case 'undo':
        if (!undoable.some(({ id }) => id === action.entry.id)) throw refused('ILLEGAL_STEP')
        set(undoPlayed(queue, { ...action.entry, status: 'PLAYED' }).queue)
        undoable.splice(
          undoable.findIndex(({ id }) => id === action.entry.id),
          1,
        )
        return { queue: serverState.queue }
      case 'close':
      case 'open':
        serverState = { ...serverState, closed: action.kind === 'close' }
        return { closed: serverState.closed }
      case 'byClock':
        serverState = { ...serverState, byClock: true }
        return { byClock: true }
      case 'move': {
        const { entry: moved, list, before: beforeId } = action
        return set(moveBefore(queue, songIdIn(known, moved), { list, beforeId }).queue)
      }
      case 'break':
        serverState = { ...serverState, active: false, breakUntil: action.until }
        return { active: false, breakUntil: action.until }
      case 'longer': {
        const more = action.minutes * MINUTE_MS
        const pressedAt = Math.min(clock, Date.parse(action.until) - more)
        const from = Math.max(Date.parse(serverState.endsAt), pressedAt)
        const endsAt = new Date(from + more).toISOString()
        if (!knowsKeys || !done.has(by)) serverState = { ...serverState, endsAt }
        done.add(by)
        return { endsAt: serverState.endsAt }
      }
      case 'pause':
      case 'resume':
        break
    }
    const active = action.kind === 'resume'
    if (serverState.active === active) throw refused('ILLEGAL_STEP')
    serverState = { ...serverState, active, breakUntil: null }
    return { active, breakUntil: null }
  }

  async function over<T>(work: () => T): Promise<T> {
    const outcome = outcomes.shift() ?? 'fine'
    if (outcome === 'lost') throw CallFailed.noNetwork()
    const answer = attempt(work)
    if (outcome === 'answer lost') throw CallFailed.noNetwork()
    return answer()
  }

  const options: SendOptions = {
    commands: () => waiting,
    markSent({ key }) {
      waiting = waiting.map((one) => (one.key === key ? { ...one, state: 'sent' } : one))
    },
    drop({ key }) {
      waiting = waiting.filter((one) => one.key !== key)
    },
    rename(from, to) {
      waiting = withRenamed(waiting, from, to)
    },
    loadState: () => over(() => (running ? serverState : null)),
    send({ key: by, action }, known) {
      sent.push(by)
      const named =
        action.kind === 'next' && (action.chosen || known !== null) ? action.started : null
      const waits = known?.queue.some(({ id }) => id === named?.id) ?? true
      const ids = known?.queue ?? []
      const chosenId = named !== null && waits ? songIdIn(ids, named) : null
      return over(() => run(by, action, { chosenId, known: ids }))
    },
    applyResponse(change) {
      received = change(received)
    },
    endsLogin: ({ status }) => status === 401,
    now: () => clock,
  }

  const shown = () => stateAfter(received, waiting)

  /** The artist presses; an action that is impossible in the shown state cannot be pressed. */
  function press(action: Action, { holds = false } = {}): PadCommand | null {
    if (effectOf(shown(), action).is !== 'open') return null
    const hold = holds ? undoWindowOf(action, clock) : {}
    const made: PadCommand = {
      key: `press ${clock}`,
      sessionId: SESSION,
      at: clock,
      state: 'waiting',
      ...hold,
      action,
    }
    waiting = [...withUndoClosed(waiting, clock), made]
    clock += 1
    return made
  }

  const songOf = (title: string) =>
    shown().queue.find((one) =>
      title === 'своя' ? one.title.startsWith('Своя') : one.title === title,
    )

  return {
    options,
    press,
    /** «Next» as the pad offers it now. */
    next: () => {
      const { queue } = shown()
      const ready = queue.filter(({ status }) => status !== 'NOW')
      const started = ready.find(({ status }) => status === 'QUEUED') ?? ready[0] ?? null
      return press({ kind: 'next', chosen: false, played: nowOf(queue), started })
    },
    /** «Удалить» on the pad, with its undo window. */
    hold: (title: string) => {
      const song = songOf(title)
      return song === undefined ? null : press({ kind: 'skip', entry: song }, { holds: true })
    },
    /** The page is hidden, or the concert is about to be ended. */
    release: () => {
      waiting = withUndoClosed(waiting, clock)
    },
    pressOn: (kind: 'top' | 'queue' | 'back' | 'skip' | 'up', title: string) => {
      const song = songOf(title)
      if (song === undefined) return null
      if (kind !== 'up') return press({ kind, entry: song })
      const queue = shown().queue.filter(({ status }) => status === 'QUEUED')
      const above = queue[queue.indexOf(song) - 1]
      return above === undefined ? null : press({ kind, entry: song, above: above.id })
    },
    /** Moves a song before another one of that list, or to its end. */
    move: (title: string, list: SongPlace['list'], before: string | null) => {
      const song = songOf(title)
      const next = before === null ? undefined : songOf(before)
      if (song === undefined) return null
      return press({ kind: 'move', entry: song, list, before: next?.id ?? null })
    },
    /** A song that the artist types, whose id the server assigns; with `songId`, one that he finds. */
    addSong: (title: string, songId: string | null = null) => {
      const song = { songId, title, artistName: '', imageUrl: '' }
      return press(additionOf(song, NO_NOTE, clock))
    },
    playLonger: (minutes: LongerMinutes) => press(actionsOn(shown()).playLonger(minutes, clock)),
    shown: () => shown().queue.map(({ title, status }) => `${title} ${status}`),
    serverQueue: () => serverState.queue.map(({ title, status }) => `${title} ${status}`),
    shownState: () => summaryOf(shown()),
    received: () => received,
    serverState: () => serverState,
    serverSummary: () => summaryOf(serverState),
    waitingCount: () => waiting.length,
    played,
    sent,
    /** The outcomes of the next calls; later ones succeed. */
    outcome: (...next: CallOutcome[]) => {
      outcomes = next
    },
    later: (ms: number) => {
      clock += ms
    },
    end: () => {
      running = false
    },
    /** An action of another device, directly on the server; if the rules refuse it, nothing happens. */
    elsewhere: (action: (queue: readonly QueueEntry[]) => Action | null) => {
      const wanted = action(serverState.queue)
      if (wanted === null) return
      attempt(() => run(ELSEWHERE, wanted, { chosenId: null, known: serverState.queue }))
    },
    order: (title: string, id = title) => {
      const joins = (one: QueueEntry) => one.title === title && one.status !== 'NOW'
      if (serverState.queue.some((one) => one.id === id || joins(one))) return
      serverState = {
        ...serverState,
        queue: [...serverState.queue, { ...entry(title, 'SCHEDULED'), id }],
      }
    },
    /** The songs that were played on the server, the newest last. */
    undoable: () => undoable,
  }
}

/** Leaves out the ids of songs that the artist typed, which only the server has. */
function summaryOf({ queue, ...rest }: ServerState) {
  return { ...rest, queue: queue.map(({ id, title, status }) => `${id} ${title} ${status}`) }
}

function attempt<T>(work: () => T): () => T {
  try {
    const answer = work()
    return () => answer
  } catch (error) {
    if (error instanceof Refusal) {
      const { code, message } = error
      return () => {
        throw new CallFailed({ status: 409, code, message })
      }
    }
    return () => {
      throw error
    }
  }
}

function refused(code: string, queue?: readonly QueueEntry[]): CallFailed {
  const queueNow = queue?.map((one) => ({ ...one, amount: 0, paidOrders: 0, suggested: false }))
  return new CallFailed({ status: 409, code, message: code, queue: queueNow })
}

function queued(queue: readonly QueueEntry[], songId: string): readonly QueueEntry[] {
  const current = queue.find((one) => one.songId === songId)
  return current?.status === 'SCHEDULED' ? changeStatus(queue, songId, 'QUEUED').queue : queue
}

/** The queue of an evening: one song is playing, two are queued, one is ordered. */
export const SONGS = [
  entry('А', 'NOW'),
  entry('Б', 'QUEUED'),
  entry('В', 'QUEUED'),
  entry('Г', 'SCHEDULED'),
]
