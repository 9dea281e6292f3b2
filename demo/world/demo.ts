import { randomUUID } from 'node:crypto'
import { makePasswords } from '#server/modules/accounts/passwords.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { LiveLog } from '#server/platform/live/bus.ts'
import type { Services } from '#server/services.ts'
import { DEMO_LIVE } from './demo-live.ts'
import { DEMO_LOGIN } from './demo-login.ts'
import { artistIdOf, claimBeat, passwordHashOf, runningConcert, songIds } from './demo.store.ts'
import { layOut, openLiveConcert } from './lay-out.ts'

export type DemoDeps = Pick<Services, 'queue' | 'concerts'> & {
  sql: Sql
  now: () => Date
  log: LiveLog
}

/** What the hall and the band do, one act a beat: an evening that can be watched. */
export const BEAT_MS = 15_000
const PART = ['order', 'queue', 'order', 'next'] as const
const MOST_WAITING = 9
/** Timers are not exact: a beat may come so much sooner. */
const EARLY_MS = 3_000

/** Lays the demo out on an empty database. Each `beat` of a clock keeps one concert going, so that a visitor sees the queue move. */
export async function startDemo({ sql, now, queue, concerts, log }: DemoDeps) {
  const password = await layOut(sql, now())
  const hash = await passwordHashOf(sql, DEMO_LOGIN)
  const unchanged = hash !== null && (await makePasswords().verify(hash, password))
  const artistId = await artistIdOf(sql, DEMO_LIVE.artist)

  async function orderOne(concertId: string, beat: number): Promise<void> {
    const entries = await queue.entriesOf(concertId)
    if (entries.length > MOST_WAITING) return
    const here = new Set(entries.map((entry) => entry.songId))
    const crowd = await songIds(sql, DEMO_LIVE.crowd)
    const songId = crowd.find((id, index) => index >= beat % crowd.length && !here.has(id))
    if (songId === undefined) return
    await queue.order({
      concertId,
      artistUsername: DEMO_LIVE.artist,
      songId,
      title: '',
      artistName: '',
      deviceId: randomUUID(),
      idempotencyKey: null,
    })
  }

  async function queueOne(artist: string, concertId: string): Promise<void> {
    const ordered = (await queue.entriesOf(concertId)).find((entry) => entry.status === 'SCHEDULED')
    if (ordered !== undefined) await queue.changeStatus(artist, concertId, ordered.songId, 'QUEUED')
  }

  async function act(artist: string): Promise<void> {
    // Of several processes one plays this beat.
    const beat = await claimBeat(sql, now(), BEAT_MS - EARLY_MS)
    if (beat === null) return
    const running = await runningConcert(sql, artist)
    if (running === undefined) {
      await openLiveConcert(sql, artist, now())
      return
    }
    if (running.ends_at <= now()) {
      await concerts.setStatus(artist, running.id, 'PLAYED')
      return
    }
    const part = PART[beat % PART.length]
    if (part === 'order') await orderOne(running.id, beat)
    if (part === 'queue') await queueOne(artist, running.id)
    if (part === 'next') await queue.next(artist, null)
  }

  async function playOn(): Promise<void> {
    if (artistId === undefined) return
    try {
      await act(artistId)
    } catch (error) {
      // A visitor may press the same buttons at the same moment: the next beat plays on.
      log.warn({ err: error }, 'a beat of the demo failed')
    }
  }

  // A demo that rested over its planned end opens a new evening at once.
  await playOn()
  return {
    beat: playOn,
    /** Who may try the pad; without a password where the one of the first start was changed since. */
    login: { username: DEMO_LOGIN, password: unchanged ? password : null },
  }
}
