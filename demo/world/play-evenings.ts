import { randomUUID } from 'node:crypto'
import { HOUR_MS, MINUTE_MS, moscowMidnight, SECOND_MS } from '#domain/time.ts'
import { localBus } from '#packages/live-broadcast/bus.ts'
import type { Context, Providers } from '#server/context.ts'
import type { SandboxAt } from '#server/providers.ts'
import { openContext } from '#server/open-context.ts'
import { donate, placeOrder } from '#server/modules/checkout/checkout.service.ts'
import { setConcertStatus } from '#server/modules/concerts/concert-lifecycle.service.ts'
import { runDueMoney, runUnpaidLinks } from '#server/modules/payment-worker/due-money.service.ts'
import { nextSong, setScheduledList } from '#server/modules/queue/queue-changes.service.ts'
import { confirmPlayedSong } from '#server/modules/queue/queue.service.ts'
import { matchRegistries } from '#server/modules/reconciliation/reconciliation.service.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { SandboxBank } from '#packages/tbank-sandbox/bank.ts'
import type { DemoEvening, DemoPaidSong } from './demo-shapes.ts'
import { DEMO_GUESTS } from './demo-evenings.ts'
import { songIds } from './demo.store.ts'

/** One evening of `artist`; the concert is stored but has not started. */
export type EveningToPlay = DemoEvening & {
  readonly concertId: string
  readonly startsAt: Date
  /** Whether it ends, with all its money processed until the next morning. */
  readonly ends: boolean
}

export type EveningsDeps = Providers & { readonly sandboxAt: SandboxAt }

/** The time between two songs. */
const SONG_MS = 6 * MINUTE_MS
/** A payout arrives only after the bank's clock has advanced. */
const PAYOUT_MS = 5 * SECOND_MS
const PAYOUT_LOOKS = 3
/** By then the bank has closed the previous day. */
const MORNING_MS = 6 * HOUR_MS

/**
 * Wraps `tx` for code that begins transactions of its own: they run inside this one, one after another, because locks
 * of one transaction do not exclude each other.
 */
function nestedTransactions(tx: Sql): Sql {
  let last: Promise<unknown> = Promise.resolve()
  const nested: Sql = new Proxy(tx, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
      return () => ({
        execute(work: (sql: Sql) => Promise<unknown>) {
          const done = last.then(() => work(nested))
          last = done.catch(() => {})
          return done
        },
      })
    },
  })
  return nested
}

/** The last path segment of the bank's page, by which the demo bank finds a payment. */
export const linkOf = (paymentURL = ''): string => paymentURL.split('/').at(-1) ?? ''

type PlayContext = {
  readonly ctx: Context
  readonly sandbox: SandboxBank
  /** Advances the clock by `ms` and runs the money jobs that are due. */
  pass(ms: number): Promise<void>
}

async function order(
  { ctx, sandbox }: PlayContext,
  concertId: string,
  username: string,
  { song, id }: { song: DemoPaidSong; id: string },
): Promise<void> {
  for (const [at, rubles] of song.rubles.entries()) {
    const { paymentURL } = await placeOrder(ctx, {
      body: {
        sessionId: concertId,
        artistUsername: username,
        songId: id,
        title: '',
        artistName: '',
        imageUrl: '',
        amount: rubles * 100,
        ...DEMO_GUESTS[(rubles / 50 + at) % DEMO_GUESTS.length],
      },
      deviceId: randomUUID(),
      idempotencyKey: null,
    })
    const method = (rubles / 50 + at) % 2 === 0 ? 'sbp' : 'card'
    await sandbox.pay(linkOf(paymentURL), { method, action: 'pay' })
  }
}

/** Plays one evening; songs without a payment are the artist's own choice. */
async function play(
  context: PlayContext,
  sql: Sql,
  artist: { id: string; username: string },
  evening: EveningToPlay,
): Promise<void> {
  const { ctx, sandbox, pass } = context
  const { concertId, played, waiting, tips } = evening
  const ids = await songIds(sql, [...played, ...waiting])
  const songs = [...played, ...waiting].map((song, at) => ({ song, id: ids[at] ?? '' }))
  const own = songs.filter(({ song }) => song.rubles.length === 0).map(({ id }) => id)
  await setConcertStatus(ctx, artist.id, concertId, 'NOW')
  await setScheduledList(ctx, artist.id, concertId, own)
  const late = songs.slice(played.length)
  for (const [at, { id }] of songs.slice(0, played.length).entries()) {
    const due = at === 0 ? songs.slice(0, 3) : songs.slice(at + 2, at + 3)
    for (const asked of due) await order(context, concertId, artist.username, asked)
    await pass(MINUTE_MS)
    await nextSong(ctx, artist.id, id)
    const donation = tips[at]
    if (donation !== undefined) {
      const url = await donate(
        ctx,
        {
          artistUsername: artist.username,
          amount: donation.rubles * 100,
          message: donation.message,
        },
        null,
      )
      await sandbox.pay(linkOf(url), { method: 'sbp', action: 'pay' })
    }
    await pass(SONG_MS - MINUTE_MS)
  }
  for (const asked of late.slice(2)) await order(context, concertId, artist.username, asked)
  await pass(MINUTE_MS)
  if (!evening.ends) return
  await confirmPlayedSong(ctx, artist.id, concertId, ids[played.length - 1] ?? '')
  await pass(MINUTE_MS)
  await setConcertStatus(ctx, artist.id, concertId, 'PLAYED')
  for (let look = 0; look < PAYOUT_LOOKS; look++) {
    await pass(PAYOUT_MS)
    await sandbox.tick()
  }
}

/**
 * Plays these evenings, the oldest first, through the product's own services with a clock of their own, so that every
 * ruble of them is in the ledger like any other. All of it in the transaction `tx`.
 */
export async function playEvenings(
  tx: Sql,
  { sandboxAt, ...deps }: EveningsDeps,
  artist: { id: string; username: string },
  evenings: readonly EveningToPlay[],
): Promise<void> {
  const sql = nestedTransactions(tx)
  let clock = new Date(0)
  const now = () => clock
  const { bank, sandbox, keep } = sandboxAt(now)
  const ctx = openContext({
    ...deps,
    sql,
    now,
    // No thread of its own: it would not see what this transaction has written.
    database: { ...deps.database, url: null },
    bus: localBus(),
    codeSecret: '',
    formerCodeSecrets: [],
    money: { ...deps.money, bank, notificationUrl: () => '' },
  })
  const context: PlayContext = {
    ctx,
    sandbox,
    async pass(ms) {
      clock = new Date(clock.getTime() + ms)
      while ((await runDueMoney(ctx)) + (await runUnpaidLinks(ctx)) > 0);
    },
  }
  try {
    for (const evening of evenings) {
      clock = evening.startsAt
      await play(context, tx, artist, evening)
      if (!evening.ends) continue
      clock = new Date(moscowMidnight(clock, 1).getTime() + MORNING_MS)
      await sandbox.tick()
      await matchRegistries(ctx)
    }
    await keep(tx)
  } finally {
    await ctx.songIndex.close()
    ctx.live.close()
  }
}
