import type { QueueEntry } from '#contract/shapes.ts'
import type { OwnNote } from '#domain/queue/own-song.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { serverNow } from '#web/lib/calls/call.ts'
import { useCooldown } from '#web/lib/value-hooks.ts'
import type { Action, ChosenSong, LongerMinutes, ServerState, SongPlace } from './command.ts'
import { actionsOn, additionOf } from './command.ts'
import type { OwnView } from '../use-own-queue.ts'

/** A second step on the pedal within this time is not a second press (ms). */
const NEXT_COOLDOWN_MS = 1000
/** The second tap of a double tap would hit the song that moved up (ms). */
const SONG_COOLDOWN_MS = 350

export type PadCommands = {
  pause(): void
  resume(): void
  /** Pauses the concert, and listeners see when it goes on. */
  takeBreak(minutes: number): void
  /** Adds the artist's own song to the queue. */
  addSong(song: ChosenSong, note: OwnNote): void
  takeOrders(taken: boolean): void
  closeByClock(): void
  playLonger(minutes: LongerMinutes): void
  /** Ends the playing song as played and starts the first waiting one. */
  playNext(): void
  /** Ends the playing song as played and starts this one. */
  play(entry: QueueEntry): void
  toTop(entry: QueueEntry): void
  oneUp(entry: QueueEntry): void
  enqueue(entry: QueueEntry): void
  /** Moves a song from the queue back to the orders. */
  backToOrders(entry: QueueEntry): void
  /** Moves a song to another place among the waiting ones. Orders that are sorted by the evening's rules do not move: false. */
  move(entry: QueueEntry, place: SongPlace): boolean
  /** Sent once it cannot be taken back any more. `behind`: the money that is refunded to listeners. */
  skip(entry: QueueEntry, behind?: Pick<OwnView, 'amount' | 'paid'>): void
  /** Sent once it cannot be taken back any more. */
  takeOutGuest(guest: Omit<Action & { kind: 'guest' }, 'kind'>): void
  /** Plays the last played song again. */
  undo(played: QueueEntry): void
}

type CommandOptions = {
  /** The concert as shown by the pad. */
  shown: ServerState
  add: (action: Action) => void
  /** Called when an order stays where the evening's turn rule places it; undefined: orders are in the order of arrival. */
  onPlacedByRules: (() => void) | undefined
}

/** The actions of the pad's presses, and whether another press now would be accidental. */
export function usePadCommands({ shown, add, onPlacedByRules }: CommandOptions): {
  commands: PadCommands
  isCoolingDown: (name: 'next' | 'song') => boolean
} {
  const nextCooldown = useCooldown(NEXT_COOLDOWN_MS)
  const songCooldown = useCooldown(SONG_COOLDOWN_MS)
  const actions = actionsOn(shown)
  /** Playing a song ends a pause or a break: the hall never reads «Концерт на паузе» while somebody sings. */
  const play = (action: Action | null) => {
    if (action === null || !nextCooldown.take()) return
    if (!shown.active) add({ kind: 'resume' })
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
    playLonger: (minutes) => add(actions.playLonger(minutes, serverNow())),
    playNext: () => play(actions.next()),
    play: (entry) => play(actions.play(entry)),
    toTop: (entry) => add({ kind: 'top', entry }),
    oneUp: (entry) => addIfAny(actions.oneUp(entry)),
    enqueue(entry) {
      if (songCooldown.take()) add({ kind: 'queue', entry })
    },
    backToOrders: (entry) => add({ kind: 'back', entry }),
    move(entry, { list, before }) {
      const placedByRules = onPlacedByRules !== undefined && list === 'SCHEDULED'
      const may = !placedByRules || entry.status !== 'SCHEDULED'
      if (may) add({ kind: 'move', entry, list, before: placedByRules ? null : before })
      else onPlacedByRules()
      return may
    },
    skip(entry, { amount: returned, paid } = { amount: 0 }) {
      if (songCooldown.take()) add({ kind: 'skip', entry, returned, ...(paid && { paid }) })
    },
    takeOutGuest: (guest) => add({ kind: 'guest', ...guest }),
    undo: (entry) => add({ kind: 'undo', entry }),
  }
  return {
    commands,
    isCoolingDown: (name) => (name === 'next' ? nextCooldown : songCooldown).coolingDown,
  }
}
