import { api } from '#contract/index.ts'
import { call } from '../../lib/call.ts'
import type { Press, Truth } from './press.ts'

/** Asks the server what is true of a concert; null where it does not run. Throws CallFailed. */
export async function lookAt(artistUsername: string, sessionId: string): Promise<Truth | null> {
  const query = { artistUsername }
  const running = await call(api.page.getCurrentSessionInfo, { query }, { asArtist: true })
  if (running.id !== sessionId) return null
  const queue = await call(api.artist.queue, { query: { sessionId } })
  return { queue, active: running.active }
}

/**
 * Sends a press; `known` is the truth that a press which had to wait was judged by. Gives what the
 * server told. Throws CallFailed.
 */
export async function callPress(press: Press, known: Truth | null): Promise<Partial<Truth>> {
  const { deed, sessionId, id: idempotencyKey } = press
  switch (deed.kind) {
    case 'next': {
      const { chosen, played, started } = deed
      // Who pressed in the dark plays what the pad showed, and not what stands first by now.
      const meant = started !== null && (chosen || (known !== null && waitsIn(known, started.id)))
      const songId = meant ? started.songId : null
      const body = { songId, expectedNowId: played?.id ?? null, sessionId }
      return { queue: await call(api.artist.nextSong, { body }, { idempotencyKey }) }
    }
    case 'top': {
      const { songId } = deed.entry
      const stands = known?.queue.find(({ id }) => id === deed.entry.id) ?? deed.entry
      if (stands.status === 'SCHEDULED') await setStatus(sessionId, songId, 'QUEUED')
      return { queue: await call(api.artist.onTop, { body: { songId, sessionId } }) }
    }
    case 'up':
      return {
        queue: await call(api.artist.oneSongUp, { body: { songId: deed.entry.songId, sessionId } }),
      }
    case 'queue':
      await setStatus(sessionId, deed.entry.songId, 'QUEUED')
      return {}
    case 'skip':
      await setStatus(sessionId, deed.entry.songId, 'SKIPPED')
      return {}
    case 'undo': {
      const body = { sessionId, entryId: deed.entry.id }
      return { queue: await call(api.artist.undoPlayed, { body }) }
    }
    case 'pause':
      return { active: (await call(api.artist.pause, {})).active }
    case 'resume':
      break
  }
  return { active: (await call(api.artist.resume, {})).active }
}

function setStatus(sessionId: string, songId: string, statusSong: 'QUEUED' | 'SKIPPED') {
  return call(api.artist.changeSongStatus, { body: { songId, statusSong, sessionId } })
}

function waitsIn({ queue }: Truth, id: string): boolean {
  return queue.some((entry) => entry.id === id && entry.status !== 'NOW')
}
