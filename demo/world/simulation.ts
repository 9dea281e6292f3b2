import { randomUUID } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import { donate, placeOrder } from '#server/modules/checkout/checkout.service.ts'
import { setConcertStatus } from '#server/modules/concerts/concert-lifecycle.service.ts'
import { nextSong, setSongStatus } from '#server/modules/queue/queue-changes.service.ts'
import { queueEntries } from '#server/modules/queue/queue-view.service.ts'
import type { SandboxBank } from '#packages/tbank-sandbox/bank.ts'
import type { DemoSong } from './demo-shapes.ts'
import {
  artistIdOf,
  claimBeat,
  lastEveningEnd,
  lastStepOf,
  loggedInSince,
  runningConcert,
  songIds,
} from './demo.store.ts'
import { DEMO_GUESTS } from './demo-evenings.ts'
import { linkOf } from './play-evenings.ts'

/** One action a beat: slow enough for a visitor to watch the evening. */
export const BEAT_MS = 15_000
const PART = ['order', 'queue', 'order', 'next'] as const
const MOST_WAITING = 9
/** Timers are not exact: a beat may come this much early. */
const EARLY_MS = 3_000
/** An evening without watchers runs this many times slower, so that a demo left alone stays small. */
const SLOWER = 8
/** A visitor who logged in as the musician within this time plays the concert; the band continues after `TIMEOUT_MS` without a step. */
const VISIT_MS = 12 * HOUR_MS
const TIMEOUT_MS = 5 * MINUTE_MS
/** The pause after an evening that a visitor ended: time to read its report and to begin another concert. */
const REST_MS = 10 * MINUTE_MS
/** Rubles. */
const SUMS = [100, 200, 150, 300, 100, 500, 250]
const EVERY_TIP = 8
const TIPS = [
  { rubles: 200, message: 'Спасибо за вечер' },
  { rubles: 100, message: '' },
  { rubles: 500, message: 'Третий раз прихожу, и не последний' },
]

/** An evening that never ends: the artist who plays, and the songs that the audience orders. */
type SimulatedEvening = {
  readonly username: string
  readonly audienceSongs: readonly DemoSong[]
  /** Orders are paid at this bank; if absent, they are free. */
  readonly bank?: Pick<SandboxBank, 'pay'>
  /** Creates a new evening. */
  open(artistId: string): Promise<unknown>
}

/** The actions of the audience and the band, beat by beat, at each of these evenings. */
export function makeSimulation(ctx: Context, evenings: readonly SimulatedEvening[]) {
  const { sql, now, log } = ctx
  const ago = (ms: number) => new Date(now().getTime() - ms)

  async function orderOne(
    evening: SimulatedEvening,
    concertId: string,
    turn: number,
  ): Promise<void> {
    const { username, bank, audienceSongs } = evening
    const entries = await queueEntries(ctx, concertId)
    if (entries.length > MOST_WAITING) return
    const here = new Set(entries.map((entry) => entry.songId))
    const ids = await songIds(sql, audienceSongs)
    const wanted = (id: string) => !here.has(id)
    const songId = ids.slice(turn % ids.length).find(wanted) ?? ids.find(wanted)
    if (songId === undefined) return
    const { paymentURL } = await placeOrder(ctx, {
      body: {
        sessionId: concertId,
        artistUsername: username,
        songId,
        title: '',
        artistName: '',
        imageUrl: '',
        ...DEMO_GUESTS[turn % DEMO_GUESTS.length],
        ...(bank && { amount: (SUMS[turn % SUMS.length] ?? 0) * 100 }),
      },
      deviceId: randomUUID(),
      idempotencyKey: null,
    })
    const method = turn % 3 === 0 ? 'card' : 'sbp'
    await bank?.pay(linkOf(paymentURL), { method, action: 'pay' })
  }

  async function tip({ username, bank }: SimulatedEvening, turn: number): Promise<void> {
    const donation = TIPS[Math.floor(turn / EVERY_TIP) % TIPS.length]
    if (donation === undefined || bank === undefined) return
    const url = await donate(
      ctx,
      { artistUsername: username, amount: donation.rubles * 100, message: donation.message },
      null,
    )
    await bank.pay(linkOf(url), { method: 'sbp', action: 'pay' })
  }

  async function queueOne(artistId: string, concertId: string): Promise<void> {
    const ordered = (await queueEntries(ctx, concertId)).find(
      (entry) => entry.status === 'SCHEDULED',
    )
    if (ordered !== undefined)
      await setSongStatus(ctx, artistId, concertId, ordered.songId, 'QUEUED')
  }

  async function isPlayedByVisitor(artistId: string, concertId: string): Promise<boolean> {
    if (!(await loggedInSince(sql, artistId, ago(VISIT_MS)))) return false
    const last = await lastStepOf(sql, concertId)
    return last !== null && last > ago(TIMEOUT_MS)
  }

  async function act(evening: SimulatedEvening, beat: number): Promise<void> {
    const artistId = await artistIdOf(sql, evening.username)
    if (artistId === undefined) return
    const running = await runningConcert(sql, artistId)
    if (running === undefined) {
      const byHand = await lastEveningEnd(sql, artistId)
      if (byHand === null || byHand < ago(REST_MS)) await evening.open(artistId)
      return
    }
    if (running.endsAt <= now()) {
      await setConcertStatus(ctx, artistId, running.id, 'PLAYED')
      return
    }
    const isWatched = ctx.live.watchers(running.id) > 0
    if (!isWatched && beat % SLOWER !== 0) return
    const turn = isWatched ? beat : beat / SLOWER
    const part = PART[turn % PART.length]
    if (part === 'order')
      await (evening.bank && turn % EVERY_TIP === 0
        ? tip(evening, turn)
        : orderOne(evening, running.id, turn))
    else if (!(await isPlayedByVisitor(artistId, running.id)))
      await (part === 'queue' ? queueOne(artistId, running.id) : nextSong(ctx, artistId, null))
  }

  return async function beat(): Promise<void> {
    // Only one of several processes plays this beat.
    const number = await claimBeat(sql, now(), BEAT_MS - EARLY_MS)
    if (number === null) return
    for (const evening of evenings)
      try {
        await act(evening, number)
      } catch (error) {
        // A visitor may press the same buttons at the same moment: the next beat continues.
        log.warn({ err: error }, 'a beat of the demo failed')
      }
  }
}
