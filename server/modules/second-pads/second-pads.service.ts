import { randomUUIDv7 } from 'node:crypto'
import { admitArranging, ownConcert } from '#domain/concerts/concert.ts'
import { Refusal } from '#domain/refusal.ts'
import { admitSecondPad, checkPadName, PAD_ACTIONS } from '#domain/queue/second-pad.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction, lockArtistRow } from '#server/platform/db/tx.ts'
import type { Log } from '#server/platform/lifecycle/log.ts'
import { qrSquare } from '#server/platform/qr-svg.ts'
import { withContext } from '#server/platform/with-context.ts'
import { hashToken, newToken } from '../accounts/tokens.service.ts'
import {
  actionsOf,
  addSecondPad,
  concertFacts,
  holderOf,
  logAction,
  markOpened,
  removeSecondPad,
  secondPadsOf,
} from './second-pads.store.ts'

/** A token with this prefix is looked up here, any other among the artists'. */
const PREFIX = 'sp-'
const LOG_SHOWN = 30

type SecondPadsContext = {
  sql: Sql
  now: () => Date
  publicUrl: string
  log: Log
}

async function concertOf({ sql }: SecondPadsContext, artistId: string, concertId: string) {
  return ownConcert(await concertFacts(sql, concertId), artistId)
}

/** Refuses NOT_FOUND and NOT_YOURS. */
async function list(ctx: SecondPadsContext, artistId: string, concertId: string) {
  await concertOf(ctx, artistId, concertId)
  const pads = await secondPadsOf(ctx.sql, concertId)
  return pads.map(({ id, name, openedAt }) => ({ id, name, opened: openedAt !== null }))
}

/**
 * Returns the link and its QR code (SVG); the token is after «#», so that it gets into no proxy's log. Refuses
 * NOT_FOUND, NOT_YOURS, VALIDATION at `name`, and ILLEGAL_STEP where the concert is over or has five pads.
 */
async function add(
  ctx: SecondPadsContext,
  artistId: string,
  concertId: string,
  name: string,
): Promise<{ id: string; link: string; qr: string }> {
  const { sql, now, publicUrl } = ctx
  admitArranging(await concertOf(ctx, artistId, concertId))
  const token = PREFIX + newToken()
  const pad = { id: randomUUIDv7(), concertId, name: checkPadName(name), at: now() }
  await inTransaction(sql, async (inside) => {
    await lockArtistRow(inside, artistId)
    admitSecondPad((await secondPadsOf(inside, concertId)).length)
    await addSecondPad(inside, { ...pad, tokenHash: hashToken(token) })
  })
  const link = `${publicUrl}/second-pad#${token}`
  return { id: pad.id, link, qr: qrSquare(link).svg() }
}

/** Refuses NOT_FOUND, also where it is revoked already, and NOT_YOURS. */
async function revoke(ctx: SecondPadsContext, artistId: string, concertId: string, id: string) {
  await concertOf(ctx, artistId, concertId)
  if (!(await removeSecondPad(ctx.sql, concertId, id)))
    throw new Refusal('NOT_FOUND', 'Этот пульт уже отозван')
}

/** Returns whom a token acts for; null for a token of an artist, of a revoked pad, or of a concert that is over. */
async function authenticate(ctx: SecondPadsContext, token: string) {
  if (!token.startsWith(PREFIX)) return null
  const hash = hashToken(token)
  const holder = await holderOf(ctx.sql, hash)
  if (holder === undefined) return null
  const { id, name, concertId, running, pass, createdAt, artistId, username } = holder
  return {
    id: artistId,
    username,
    role: 'ARTIST' as const,
    token: { hash, openedAt: createdAt },
    secondPad: { id, name, concertId, running, pass },
  }
}

/** Records that a phone has followed the link. */
function opened(ctx: SecondPadsContext, id: string): Promise<void> {
  return markOpened(ctx.sql, id, ctx.now())
}

/** An action with a pad; `by` is the name of a second one, and `concertId` null means the concert being played. */
type PadStep = {
  artistId: string
  concertId: string | null
  by: string | null
  /** An action that the log has no name for is a `change`. */
  action: string | null
  songId: string | null
}

/** Logs an action of the artist or a second pad; no caller waits for it. */
function note(ctx: SecondPadsContext, { action: named, ...step }: PadStep): void {
  const action = PAD_ACTIONS.find((known) => known === named) ?? 'change'
  logAction(ctx.sql, { ...step, action, id: randomUUIDv7(), at: ctx.now() }).catch(
    (error: unknown) => ctx.log.warn({ err: error }, 'an action of a pad was not logged'),
  )
}

/** Returns the log of actions, the newest first. Refuses NOT_FOUND and NOT_YOURS. */
async function actions(ctx: SecondPadsContext, artistId: string, concertId: string) {
  await concertOf(ctx, artistId, concertId)
  return actionsOf(ctx.sql, concertId, LOG_SHOWN)
}

/** Second pads: their holders, their validity, and what was done with which pad. */
export function makeSecondPads(ctx: SecondPadsContext) {
  const bound = withContext(ctx)
  return {
    list: bound(list),
    add: bound(add),
    revoke: bound(revoke),
    authenticate: bound(authenticate),
    opened: bound(opened),
    note: bound(note),
    actions: bound(actions),
  }
}

export type SecondPads = ReturnType<typeof makeSecondPads>
