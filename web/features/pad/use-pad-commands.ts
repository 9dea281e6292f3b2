import type { QueueEntry } from '#contract/shapes.ts'
import type { OwnNote } from '#domain/queue/own-song.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { serverNow } from '#web/lib/call.ts'
import { useCooldown } from '#web/lib/value-hooks.ts'
import type { Action, ChosenSong, LongerMinutes, ServerState, SongPlace } from './command.ts'
import { actionsOn, additionOf } from './command.ts'

/** A second step of the same foot on the pedal is no second press (ms). */
const NEXT_COOLDOWN_MS = 1000
/** The second tap of a double tap would hit the song that moved up (ms). */
const SONG_COOLDOWN_MS = 350

export type PadCommands = {
  pause(): void
  resume(): void
  /** The concert falls silent, and listeners see when it goes on; a song that is played ends it. */
  takeBreak(minutes: number): void
  /** The artist's own song, into the queue. */
  addSong(song: ChosenSong, note: OwnNote): void
  takeOrders(taken: boolean): void
  closeByClock(): void
  playLonger(minutes: LongerMinutes): void
  /** The song that sounds is played, the first that waits begins. */
  playNext(): void
  /** The song that sounds is played, this one begins. */
  play(entry: QueueEntry): void
  toTop(entry: QueueEntry): void
  oneUp(entry: QueueEntry): void
  enqueue(entry: QueueEntry): void
  /** From the queue back to the orders. */
  backToOrders(entry: QueueEntry): void
  /** To another place among the songs that wait. Orders that the rules of the evening lay stay where they are: false. */
  move(entry: QueueEntry, place: SongPlace): boolean
  /** It leaves for the server once it cannot be taken back any more. `returned`: the kopecks that go back to listeners. */
  skip(entry: QueueEntry, returned?: number): void
  /** The song that was played last sounds again. */
  undo(played: QueueEntry): void
}

type CommandOptions = {
  /** The concert as the pad shows it. */
  shown: ServerState
  add: (action: Action) => void
  /** Told when orders stay where the turn of the evening lays them; undefined: they lie as they came. */
  onLaid: (() => void) | undefined
}

/** What each press of the pad asks for, and whether another press would be one by mistake. */
export function usePadCommands({ shown, add, onLaid }: CommandOptions): {
  commands: PadCommands
  isResting: (name: 'next' | 'song') => boolean
  /** The song that sounds is played, at the end of the concert. */
  playOut: () => void
} {
  const nextCooldown = useCooldown(NEXT_COOLDOWN_MS)
  const songCooldown = useCooldown(SONG_COOLDOWN_MS)
  const actions = actionsOn(shown)
  /** Who plays a song goes on. */
  const play = (action: Action | null) => {
    if (action === null || !nextCooldown.take()) return
    if (shown.breakUntil !== null) add({ kind: 'resume' })
    add(action)
  }
  const addIfAny = (action: Action | null) => {
    if (action !== null) add(action)
  }
  const commands: PadCommands = {
    pause: () => add({ kind: 'pause' }),
    resume: () => add({ kind: 'resume' }),
    takeBreak: (minutes) =>
      add({ kind: 'break', until: new Date(serverNow() + minutes * MINUTE_MS).toISOString() }),
    addSong: (song, note) => add(additionOf(song, note, Date.now())),
    takeOrders: (taken) => add({ kind: taken ? 'open' : 'close' }),
    closeByClock: () => add({ kind: 'byClock' }),
    playLonger: (minutes) => add(actions.playLonger(minutes)),
    playNext: () => play(actions.next()),
    play: (entry) => play(actions.play(entry)),
    toTop: (entry) => add({ kind: 'top', entry }),
    oneUp: (entry) => addIfAny(actions.oneUp(entry)),
    enqueue(entry) {
      if (songCooldown.take()) add({ kind: 'queue', entry })
    },
    backToOrders: (entry) => add({ kind: 'back', entry }),
    move(entry, { list, before }) {
      const laid = onLaid !== undefined && list === 'SCHEDULED'
      const may = !laid || entry.status !== 'SCHEDULED'
      if (may) add({ kind: 'move', entry, list, before: laid ? null : before })
      else onLaid()
      return may
    },
    skip(entry, returned = 0) {
      if (songCooldown.take()) add({ kind: 'skip', entry, returned })
    },
    undo: (entry) => add({ kind: 'undo', entry }),
  }
  return {
    commands,
    playOut: () => addIfAny(actions.next()),
    isResting: (name) => (name === 'next' ? nextCooldown : songCooldown).resting,
  }
}
