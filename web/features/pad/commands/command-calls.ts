import { api } from '#contract/index.ts'
import type { QueueEntry, Session } from '#contract/shapes.ts'
import { rulesFrom } from '#domain/queue/evening-rules.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { call } from '#web/lib/calls/call.ts'
import type { PadCommand, ServerState } from './command.ts'
import { isInterruption } from './command.ts'
import { songIdIn } from './effect.ts'

/** The server's state of a concert; null where it is not running. Throws CallFailed. */
export async function readServerState(
  artistUsername: string,
  sessionId: string,
): Promise<ServerState | null> {
  const query = { artistUsername }
  const running = await call(api.page.getCurrentSessionInfo, { query }, { asArtist: true })
  if (running.id !== sessionId) return null
  const queue = await call(api.artist.queue, { query: { sessionId } })
  return {
    queue,
    active: running.active,
    ...receptionOf(running.rules),
    endsAt: running.dateTimeEnd,
    breakUntil: running.breakUntil ?? null,
  }
}

/**
 * Sends a command; `known` is the server's state that a delayed command was checked against. Returns the state fields
 * of the response. Throws CallFailed.
 */
export async function callCommand(
  command: PadCommand,
  known: ServerState | null,
): Promise<Partial<ServerState>> {
  const { action, sessionId, key: idempotencyKey } = command
  const idOf = (entry: QueueEntry) => songIdIn(known?.queue ?? [], entry)
  switch (action.kind) {
    case 'next': {
      const { chosen, played, started } = action
      // A delayed command means the song that the pad showed, not the one that is first by now.
      const meant = started !== null && (chosen || (known !== null && waitsIn(known, started.id)))
      const songId = meant ? idOf(started) : null
      const ends = started === null && { onlyEnds: true as const }
      const body = { songId, expectedNowId: played?.id ?? null, sessionId, ...ends }
      return { queue: await call(api.artist.nextSong, { body }, { idempotencyKey }) }
    }
    case 'top': {
      const songId = idOf(action.entry)
      const current = known?.queue.find(({ id }) => id === action.entry.id) ?? action.entry
      if (current.status === 'SCHEDULED') await setStatus(sessionId, songId, 'QUEUED')
      return { queue: await call(api.artist.onTop, { body: { songId, sessionId } }) }
    }
    case 'up':
      return {
        queue: await call(api.artist.oneSongUp, {
          body: { songId: idOf(action.entry), sessionId },
        }),
      }
    case 'queue':
      await setStatus(sessionId, idOf(action.entry), 'QUEUED')
      return {}
    case 'back':
      await call(api.artist.backToOrders, { body: { sessionId, songId: idOf(action.entry) } })
      return {}
    case 'move': {
      const { entry, list, before: beforeId } = action
      const body = { sessionId, songId: idOf(entry), list, beforeId }
      return { queue: await call(api.artist.moveSong, { body }) }
    }
    case 'skip':
      await setStatus(sessionId, idOf(action.entry), 'SKIPPED', {
        entryId: action.entry.id,
        interrupts: isInterruption(action),
      })
      return {}
    case 'guest': {
      const { askId, entries } = action
      const body = { sessionId, askId, entryIds: [...entries] }
      return { queue: await call(api.artist.takeOutGuest, { body }, { idempotencyKey }) }
    }
    case 'add': {
      const { entry, typed, forWhom, inCash, cash = 0 } = action
      const { id: entryId, title, artistName } = entry
      const songId = typed ? null : entry.songId
      const body = { sessionId, entryId, songId, title, artistName, forWhom, inCash, cash }
      return { queue: await call(api.artist.addSong, { body }, { idempotencyKey }) }
    }
    case 'undo': {
      const body = { sessionId, entryId: action.entry.id }
      return { queue: await call(api.artist.undoPlayed, { body }) }
    }
    case 'pause':
      return pauseOf(await call(api.artist.pause, {}))
    case 'break': {
      const body = { sessionId, until: action.until }
      return pauseOf(await call(api.artist.takeBreak, { body }))
    }
    case 'close':
    case 'open':
    case 'byClock': {
      const { rules } = await call(api.artist.eveningRules, { query: { sessionId } })
      const body = { sessionId, rules: { ...rules, ...RECEPTION[action.kind] } }
      return receptionOf((await call(api.artist.changeRules, { body })).rules)
    }
    case 'longer': {
      const { minutes, until } = action
      const body = { sessionId, minutes, until }
      const { dateTimeEnd } = await call(api.artist.playLonger, { body }, { idempotencyKey })
      return { endsAt: dateTimeEnd }
    }
    case 'resume':
      break
  }
  return pauseOf(await call(api.artist.resume, {}))
}

function pauseOf({ active, breakUntil }: Session): Partial<ServerState> {
  return { active, breakUntil: breakUntil ?? null }
}

function setStatus(
  sessionId: string,
  songId: string,
  statusSong: 'QUEUED' | 'SKIPPED',
  meant: { entryId: string; interrupts: boolean } | null = null,
) {
  const body = { songId, statusSong, sessionId, ...meant }
  return call(api.artist.changeSongStatus, { body })
}

const RECEPTION = {
  close: { lastCall: 'closed' },
  open: { lastCall: 'open' },
  byClock: { byClock: true },
} as const

/** Returns what the rules, where defaults may be left out, say about accepting orders. */
export function receptionOf(
  rules: Partial<EveningRules> | undefined,
): Pick<ServerState, 'closed' | 'byClock'> {
  const { lastCall, byClock } = rulesFrom(rules ?? {})
  return { closed: lastCall === 'closed', byClock }
}

function waitsIn({ queue }: ServerState, id: string): boolean {
  return queue.some((entry) => entry.id === id && entry.status !== 'NOW')
}
