import assert from 'node:assert/strict'
import { SONG_STATUSES } from './queue.ts'
import type { Entry, Queue, SongStatus } from './queue.ts'
import { Refusal } from '../refusal.ts'

/** `queueOf('NOW a', 'QUEUED b')`: entries whose id is the song's name with «#1». */
export function queueOf(...lines: `${SongStatus} ${string}`[]): Queue<Entry> {
  return lines.map((line) => {
    const status = SONG_STATUSES.find((one) => line.startsWith(`${one} `))
    assert.ok(status)
    const songId = line.slice(status.length + 1)
    return { id: `${songId}#1`, songId, status }
  })
}

export const seen = (queue: Queue<Entry>): string[] =>
  queue.map((entry) => `${entry.status} ${entry.songId}`)

export const ordered = (songId: string, id = `${songId}#1`): Entry => ({
  id,
  songId,
  status: 'SCHEDULED',
})

export const fresh = (songId: string): Entry => ordered(songId, `${songId}#new`)

export function refuses(step: () => unknown, code: string, sentence?: RegExp): void {
  assert.throws(step, (error) => {
    assert.ok(error instanceof Refusal)
    assert.equal(error.code, code)
    assert.match(error.message, sentence ?? /[а-яё]{4}/u)
    return true
  })
}
