import { randomUUIDv7 } from 'node:crypto'
import { api } from '#contract/index.ts'
import { admitArranging, ownConcert } from '#domain/concerts/concert.ts'
import { noConcertOfKey } from '#domain/machine-keys.ts'
import { Refusal } from '#domain/refusal.ts'
import { admitSecondPad, checkPadName, PAD_ACTIONS } from '#domain/queue/second-pad.ts'
import type { PadAction } from '#domain/queue/second-pad.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/context.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import type { Done } from '#server/platform/http/route.ts'
import { qrSquare } from '#server/platform/qr-svg.ts'
import { concertFacts } from '#server/platform/db/concert-facts.ts'
import { hashToken, lockLogin, newToken } from '../accounts/tokens.service.ts'
import type { LoggedIn } from '../accounts/tokens.service.ts'
import {
  actionsOf,
  addSecondPad,
  holderOf,
  logAction,
  markOpened,
  removeSecondPad,
  secondPadsOf,
} from './second-pads.store.ts'

/** Second pads: their holders, their validity, and what was done with which pad. */
export const secondPads: Module = {
  routes: (ctx) => [
    on(api.artist.secondPads, ({ artist, query }) =>
      listSecondPads(ctx, artist.id, query.sessionId),
    ),
    on(api.artist.addSecondPad, ({ artist, body }) =>
      createSecondPad(ctx, artist, body.sessionId, body.name),
    ),
    on(api.artist.revokeSecondPad, async ({ artist, body }) => {
      await revokeSecondPad(ctx, artist.id, body.sessionId, body.id)
      return true
    }),
    on(api.artist.secondPad, async ({ artist: { username, secondPad } }) => {
      if (secondPad === undefined) throw new Refusal('NOT_FOUND', 'Это ваш собственный пульт')
      const { id, name, concertId, pass } = secondPad
      if (concertId === null) throw noConcertOfKey()
      await markOpened(ctx.sql, id, ctx.now())
      return { name, artistUsername: username, sessionId: concertId, pass }
    }),
    on(api.artist.padLog, async ({ artist, query }) => {
      ownConcert(await concertFacts(ctx.sql, query.sessionId), artist.id)
      const lines = await actionsOf(ctx.sql, query.sessionId, LOG_SHOWN)
      return lines.map((line) => ({ ...line, at: line.at.toISOString() }))
    }),
  ],
  authenticate: holderOfToken,
  afterCall: logCall,
}

/** A token with this prefix is looked up here, any other among the artists'. */
const PREFIX = 'sp-'
const LOG_SHOWN = 30

async function listSecondPads(ctx: Context, artistId: string, concertId: string) {
  ownConcert(await concertFacts(ctx.sql, concertId), artistId)
  const pads = await secondPadsOf(ctx.sql, concertId)
  return pads.map(({ id, name, openedAt }) => ({ id, name, opened: openedAt !== null }))
}

/**
 * Returns the link and its QR code (SVG); the token is after «#», so that it gets into no proxy's log. Refuses
 * NOT_FOUND, NOT_YOURS, VALIDATION at `name`, and ILLEGAL_STEP where the concert is over or has five pads.
 */
async function createSecondPad(
  ctx: Context,
  artist: LoggedIn,
  concertId: string,
  name: string,
): Promise<{ id: string; link: string; qr: string }> {
  admitArranging(ownConcert(await concertFacts(ctx.sql, concertId), artist.id))
  const token = PREFIX + newToken()
  const pad = { id: randomUUIDv7(), concertId, name: checkPadName(name), createdAt: ctx.now() }
  await transaction(ctx, async (inside) => {
    await lockLogin(inside, artist)
    admitSecondPad((await secondPadsOf(inside.sql, concertId)).length)
    await addSecondPad(inside.sql, { ...pad, tokenHash: hashToken(token) })
  })
  const link = `${ctx.publicUrl}/second-pad#${token}`
  return { id: pad.id, link, qr: qrSquare(link).svg() }
}

/** Refuses NOT_FOUND, also where it is revoked already, and NOT_YOURS. */
async function revokeSecondPad(ctx: Context, artistId: string, concertId: string, id: string) {
  ownConcert(await concertFacts(ctx.sql, concertId), artistId)
  if (!(await removeSecondPad(ctx.sql, concertId, id)))
    throw new Refusal('NOT_FOUND', 'Этот пульт уже отозван')
}

/** Returns whom a token acts for; null for a token of an artist, of a revoked pad, of a blocked artist's, or of a concert that is over. */
async function holderOfToken(ctx: Context, token: string) {
  if (!token.startsWith(PREFIX)) return null
  const hash = hashToken(token)
  const holder = await holderOf(ctx.sql, hash)
  if (holder === undefined) return null
  const { id, name, concertId, running, pass, createdAt, artistId, username } = holder
  return {
    id: artistId,
    username,
    role: 'ARTIST' as const,
    token: { hash, openedAt: createdAt, provedAt: null },
    secondPad: { id, name, concertId, running, pass },
  }
}

/** They change nothing that another pad shows of the queue. */
const UNLOGGED: ReadonlySet<string> = new Set([
  api.artist.giveSignal.path,
  api.artist.answerThanks.path,
])

const NAMES: ReadonlyMap<string, PadAction> = new Map([
  [api.artist.takeOrders.path, 'orders'],
  [api.artist.openWords.path, 'open_words'],
  [api.artist.openTitle.path, 'open_words'],
  [api.artist.takeOutGuest.path, 'guest_out'],
  [api.artist.transposeSong.path, 'transpose'],
  [api.artist.startBattle.path, 'battle'],
  [api.artist.endBattle.path, 'battle'],
  [api.artist.cancelBattle.path, 'battle'],
])

/** Logs what was done with a pad, and by whom; no caller waits for it. */
function logCall(ctx: Context, call: Done): void {
  const { endpoint, caller, body } = call
  if (endpoint.access !== 'pad' || caller === null || UNLOGGED.has(endpoint.path)) return
  const { sessionId = null, songId = null } = body as Partial<Record<string, string>>
  const named = actionOf(call)
  logAction(ctx.sql, {
    id: randomUUIDv7(),
    at: ctx.now(),
    artistId: caller.id,
    concertId: sessionId,
    by: caller.secondPad?.name ?? null,
    action: PAD_ACTIONS.find((known) => known === named) ?? 'change',
    songId,
  }).catch((error: unknown) => ctx.log.warn({ err: error }, 'an action of a pad was not logged'))
}

/** An action that the log has no name for is a `change`. */
function actionOf({ endpoint, body }: Done): string | null {
  const { statusSong, muted } = body as { statusSong?: string; muted?: boolean }
  if (endpoint.path === api.artist.muteListener.path) return muted === false ? 'unmute' : 'mute'
  if (statusSong === 'SKIPPED') return 'skip'
  return NAMES.get(endpoint.path) ?? endpoint.metric
}
