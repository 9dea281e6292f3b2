import type { BodyOf } from '#contract/endpoint.ts'
import type { LiveBattle } from '#contract/battles.ts'
import type { api } from '#contract/index.ts'
import { admitGuest } from '#domain/concerts/code-word.ts'
import { noConcert, runningConcert } from '#domain/concerts/concert.ts'
import {
  admitVote,
  isDue,
  noBattle,
  RESULT_SHOWN_MS,
  startBattle,
  winnerOf,
} from '#domain/queue/battle.ts'
import { Refusal } from '#domain/refusal.ts'
import { DAY_MS } from '#domain/time.ts'
import { tellHall, transaction, wakeMoney } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { bumpRevision, noteCommand } from '#server/platform/db/order-effects.ts'
import { runAllDue } from '#server/platform/jobs/due-work.ts'
import { battleById, closeVotes, isPaid, runningBattle } from '../queue/battle-votes.service.ts'
import type { LockedConcert, StoredBattle } from '../queue/battle-votes.service.ts'
import { lockByClock, putFirst } from '../queue/put-winner.service.ts'
import { runningOf } from '../queue/queue-changes.service.ts'
import { isDeviceMuted } from '../queue/queue.service.ts'
import {
  addBattle,
  battlesDue,
  battlesShown,
  closeBattle,
  countSongs,
  eraseBattles,
  lockForVote,
  saveVote,
  voteOf,
  votesIn,
} from './battles.store.ts'
import type { ShownBattle } from './battles.store.ts'

type Which = { readonly sessionId: string; readonly id: string }

/** A battle of this concert, which must be locked. Refuses NOT_FOUND. */
async function battleIn({ sql }: Context, concertId: string, id: string): Promise<StoredBattle> {
  const battle = await battleById(sql, id)
  if (battle?.concertId !== concertId) throw noBattle()
  return battle
}

/**
 * Puts songs up for a vote in the artist's running concert, once for each id. Refuses SESSION_NOT_OPEN, NOT_YOURS,
 * NOT_FOUND, ILLEGAL_STEP while another one runs and for the id of another concert's, VALIDATION at `songIds`, `minutes` and
 * `paid`.
 */
export function beginBattle(
  ctx: Context,
  artistId: string,
  { sessionId, id, songIds, minutes, paid = false }: BodyOf<typeof api.artist.startBattle>,
): Promise<true> {
  return transaction<true>(ctx, async (inside) => {
    const { sql, now } = inside
    const concert = await runningOf(artistId, sessionId)(sql)
    const known = await battleById(sql, id)
    if (known?.concertId === concert.id) return true
    if (known !== undefined) throw new Refusal('ILLEGAL_STEP', 'Эта битва уже в другом концерте')
    const running = (await runningBattle(sql, concert.id)) !== undefined
    const takesMoney = isPaid(concert) && inside.bank !== null
    const battle = startBattle({ songIds, minutes, paid }, { running, takesMoney, now: now() })
    if ((await countSongs(sql, songIds)) < songIds.length)
      throw new Refusal('NOT_FOUND', 'Такой песни нет')
    await addBattle(sql, { ...battle, id, concertId: concert.id }, now())
    await noteCommand(concert.id, now()).execute(sql)
    await tellVotes(inside, concert.id)
    return true
  })
}

async function tellVotes(inside: Context, concertId: string): Promise<void> {
  await bumpRevision(concertId).execute(inside.sql)
  tellHall(inside, concertId)
}

/** Ends a running battle, and gives the votes of the songs that lose back; returns its winner, null where nobody voted. */
async function decided(
  inside: Context,
  concert: LockedConcert,
  battle: StoredBattle,
): Promise<string | null> {
  const { sql, now } = inside
  const winnerId = winnerOf(await votesIn(sql, battle))?.songId ?? null
  await closeBattle(sql, battle.id, { endedAt: now(), cancelled: false, winnerId })
  if (battle.paid) await closeVotes(inside, concert, { id: battle.id, winnerId })
  return winnerId
}

/** «Закончить»: the winner comes first at once; a repeat changes nothing. Refuses SESSION_NOT_OPEN, NOT_YOURS, NOT_FOUND. */
export async function endBattle(
  ctx: Context,
  artistId: string,
  { sessionId, id }: Which,
): Promise<true> {
  await putFirst(ctx, runningOf(artistId, sessionId), async (concert, inside) => {
    const battle = await battleIn(inside, concert.id, id)
    return battle.endedAt === null ? decided(inside, concert, battle) : null
  })
  return true
}

/** «Отменить»: nobody wins; one that is over stays as it ended. Refuses SESSION_NOT_OPEN, NOT_YOURS, NOT_FOUND. */
export function cancelBattle(
  ctx: Context,
  artistId: string,
  { sessionId, id }: Which,
): Promise<true> {
  return transaction<true>(ctx, async (inside) => {
    const concert = await runningOf(artistId, sessionId)(inside.sql)
    const battle = await battleIn(inside, concert.id, id)
    if (battle.endedAt === null) await dropBattle(inside, concert.id)
    wakeMoney(inside)
    return true
  })
}

/** Cancels what runs, if anything: nobody wins, and all votes by money go back. In a transaction that has the concert locked. */
export async function dropBattle(inside: Context, concertId: string): Promise<void> {
  const { sql, now } = inside
  const battle = await runningBattle(sql, concertId)
  if (battle === undefined) return
  await closeBattle(sql, battle.id, { endedAt: now(), cancelled: true, winnerId: null })
  if (battle.paid) await closeVotes(inside, await lockByClock(concertId)(sql), battle)
  await tellVotes(inside, concertId)
}

/** Ends the battles whose time has come, each in its own transaction; any number of processes may do so at once. */
export function endDueBattles(ctx: Context, stopping?: AbortSignal): Promise<number> {
  return runAllDue(async (except) => {
    const due = await battlesDue(ctx.sql, ctx.now(), [...except])
    return due.map(({ id, concertId }) => ({ id, run: () => endDue(ctx, { id, concertId }) }))
  }, stopping)
}

async function endDue(
  ctx: Context,
  { id, concertId }: { id: string; concertId: string },
): Promise<number> {
  let ended = 0
  await putFirst(ctx, lockByClock(concertId), async (concert, inside) => {
    const battle = await battleById(inside.sql, id)
    if (battle === undefined || !isDue(battle, inside.now())) return null
    ended = 1
    const winner = await decided(inside, concert, battle)
    return concert.status === 'NOW' ? winner : null
  }).catch((error: unknown) => {
    // Deleted since it was looked for, with its battle.
    if (!(error instanceof Refusal && error.code === 'NOT_FOUND')) throw error
  })
  return ended
}

/**
 * A listener's vote. Refuses NOT_FOUND, SESSION_NOT_OPEN without the pass of a closed evening and once the concert is
 * over, SONG_NOT_ACCEPTED from a muted device, ILLEGAL_STEP once the battle is over.
 */
export function vote(
  ctx: Context,
  { sessionId, id, songId, pass }: BodyOf<typeof api.songs.voteInBattle>,
  deviceId: string,
): Promise<true> {
  return transaction<true>(ctx, async (inside) => {
    const { sql, now } = inside
    const concert = await lockForVote(sql, sessionId)
    if (concert === undefined) throw noConcert()
    admitGuest(concert.pass, pass)
    runningConcert(concert.status === 'NOW' ? concert : undefined)
    const battle = await battleIn(inside, sessionId, id)
    const muted = await isDeviceMuted(inside, concert.artistId, deviceId)
    admitVote(battle, songId, { muted, paid: false, now: now() })
    await saveVote(sql, { battleId: id, deviceId, songId })
    tellHall(inside, sessionId)
    return true
  })
}

/** The song that this device voted for; null where it did not. */
export async function myVote(
  ctx: Context,
  id: string,
  deviceId: string | null,
): Promise<string | null> {
  return deviceId === null ? null : voteOf(ctx.sql, id, deviceId)
}

/** What the live channel sends of battles in these concerts; one without any is left out. */
export async function liveBattles(
  ctx: Context,
  concertIds: readonly string[],
): Promise<Map<string, { battle: LiveBattle }>> {
  const since = new Date(ctx.now().getTime() - RESULT_SHOWN_MS)
  const shown = await battlesShown(ctx.sql, concertIds, since)
  return new Map(shown.map((battle) => [battle.concertId, { battle: onWire(battle) }]))
}

function onWire({ id, endsAt, paid, endedAt, winnerId, songs }: ShownBattle): LiveBattle {
  return {
    id,
    endsAt: endsAt.toISOString(),
    ...(paid && { paid }),
    songs,
    ...(endedAt !== null && { ended: { at: endedAt.toISOString(), winner: winnerId } }),
  }
}

/** Erases battles a day after their end. */
export function forgetBattles({ sql, now }: Context): Promise<void> {
  return eraseBattles(sql, new Date(now().getTime() - DAY_MS))
}
