import { createHash, randomBytes } from 'node:crypto'
import { deviceName } from '#domain/accounts/device-name.ts'
import { noLogin, TOKEN_LIFE_MS } from '#domain/accounts/login.ts'
import { Refusal } from '#domain/refusal.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import { lockArtistRow } from '#server/platform/db/tx.ts'
import { endHostLinks } from '../hosts/end-host-links.service.ts'
import { endKeys } from '../machine-keys/end-keys.service.ts'
import { callerPlace } from '../places/caller-location.service.ts'
import { endSecondPads } from '../second-pads/end-second-pads.service.ts'
import { endWebhooks } from '../webhooks/end-webhooks.service.ts'
import {
  addToken,
  hasToken,
  loginsOf,
  ownerOfToken,
  removeLogin,
  removeOtherTokens,
  removeTokens,
  removeTokensOfKey,
  saveProof,
  saveSeen,
} from './tokens.store.ts'

/** When a login was last used is stored this often: a write for each call would cost more than it tells. */
const SEEN_STEP_MS = 10 * MINUTE_MS

/** A new bearer token: 256 random bits, so that it needs no signature. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored hash of a token: a leaked table gives no access. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The token of a request; `provedAt`: when a key, or a code in its place, last proved who holds it. */
export type CallerToken = {
  readonly hash: string
  readonly openedAt: Date
  readonly provedAt: Date | null
}

/** An artist by the login of a request. */
export type LoggedIn = { readonly id: string; readonly token: CallerToken }

/** With what and from where a login was made, as its owner reads it. */
type Origin = { readonly device: string; readonly place: string }

export async function originOf(
  ctx: Context,
  caller: { readonly address: string; readonly userAgent: string },
): Promise<Origin> {
  return { device: deviceName(caller.userAgent), place: await callerPlace(ctx, caller.address) }
}

/** What opened a login beside the password: when a key or a code proved it, and which key. */
type Proof = { readonly provedAt?: Date | null; readonly openedBy?: string | null }

/** Creates a token of an artist, one for each device, inside the transaction of the login. */
export async function openToken(
  { sql, now }: Context,
  artistId: string,
  { device, place, provedAt = null, openedBy = null }: Origin & Proof,
): Promise<string> {
  const token = newToken()
  const at = now()
  const expiresAt = new Date(at.getTime() + TOKEN_LIFE_MS)
  const login = { artistId, device, place, provedAt, openedBy, at, expiresAt }
  await addToken(sql, { hash: hashToken(token), ...login })
  return token
}

/** The artist of a token; null for an expired one. */
export async function artistOfToken({ sql, now }: Context, token: string) {
  const hash = hashToken(token)
  const owner = await ownerOfToken(sql, hash, now())
  if (owner === undefined) return null
  const { openedAt, seenAt, provedAt, ...artist } = owner
  if (now().getTime() - (seenAt ?? openedAt).getTime() > SEEN_STEP_MS)
    await saveSeen(sql, hash, now())
  const callerToken: CallerToken = { hash, openedAt, provedAt }
  return { ...artist, token: callerToken }
}

/** A key, or a code in its place, has just proved who holds the login. */
export const markProved = ({ sql, now }: Context, { hash }: CallerToken) =>
  saveProof(sql, hash, now())

type Stored = Pick<Context, 'sql' | 'now'>

/**
 * To be called in the transaction that makes what opens or tells an account without its login. Refuses NO_TOKEN: the
 * login of the request may have ended since, with all that it had made.
 */
export async function lockLogin({ sql }: Stored, { id, token }: LoggedIn): Promise<void> {
  await lockArtistRow(sql, id)
  if (!(await hasToken(sql, token.hash))) throw noLogin()
}

/** Ends what opens an account's concerts without a login: who stole one may have made it. */
async function endLinks(ctx: Stored, artistId: string): Promise<void> {
  await lockArtistRow(ctx.sql, artistId)
  await endKeys(ctx, artistId)
  await endSecondPads(ctx, artistId)
  await endHostLinks(ctx, artistId)
}

/** Logs the artist out on every device, and ends his keys, links and webhooks, in the caller's transaction. Returns the logins. */
export async function endSessions(ctx: Stored, artistId: string) {
  await endLinks(ctx, artistId)
  await endWebhooks(ctx, artistId)
  return removeTokens(ctx.sql, artistId)
}

/** Ends the logins and keys of a blocked account; its links are closed by the block, and open again after it. */
export async function endBlocked(ctx: Context, artistId: string): Promise<void> {
  await endKeys(ctx, artistId)
  await removeTokens(ctx.sql, artistId)
}

/** As `endSessions`, of a deleted account: its webhooks are told what that cancels, and go on where it comes back. */
export async function endLeft(ctx: Context, artistId: string): Promise<void> {
  await endLinks(ctx, artistId)
  await removeTokens(ctx.sql, artistId)
}

/** As `endSessions` on every device but this one. */
export async function endOtherSessions(
  ctx: Context,
  artistId: string,
  hash: string,
): Promise<void> {
  await endLinks(ctx, artistId)
  await endWebhooks(ctx, artistId)
  await removeOtherTokens(ctx.sql, artistId, hash)
}

/** Ends the logins that a passkey opened, except this one, once the key is removed. */
export const endLoginsOfKey = ({ sql }: Context, { id, token }: LoggedIn, keyId: string) =>
  removeTokensOfKey(sql, keyId, { id, tokenHash: token.hash })

/** The open logins of an artist, the last used first; `current`: the one of this token. */
export async function openLogins({ sql, now }: Context, { id, token }: LoggedIn) {
  const logins = await loginsOf(sql, id, now())
  return logins.map(({ tokenHash, ...login }) => ({ ...login, current: tokenHash === token.hash }))
}

/** Ends one login of an artist. Refuses NOT_FOUND. */
export async function endLogin({ sql }: Context, artistId: string, id: string): Promise<void> {
  if (!(await removeLogin(sql, artistId, id)))
    throw new Refusal('NOT_FOUND', 'На этом устройстве уже вышли')
}
