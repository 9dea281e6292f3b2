import { createHash, randomBytes } from 'node:crypto'
import { TOKEN_LIFE_MS } from '#domain/accounts/login.ts'
import type { Context } from '#server/context.ts'
import { addToken, ownerOfToken, removeTokens } from './tokens.store.ts'

/** A new bearer token: 256 random bits, so that it needs no signature. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored hash of a token: a leaked table gives no access. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The token of a request. */
export type CallerToken = { readonly hash: string; readonly openedAt: Date }

/** Creates a token of an artist, one for each device, inside the transaction of the login. */
export async function openToken({ sql, now }: Context, artistId: string): Promise<string> {
  const token = newToken()
  const at = now()
  const expiresAt = new Date(at.getTime() + TOKEN_LIFE_MS)
  await addToken(sql, { hash: hashToken(token), artistId, at, expiresAt })
  return token
}

/** The artist of a token; null for an expired one. */
export async function artistOfToken({ sql, now }: Context, token: string) {
  const hash = hashToken(token)
  const owner = await ownerOfToken(sql, hash, now())
  if (owner === undefined) return null
  const { openedAt, ...artist } = owner
  const callerToken: CallerToken = { hash, openedAt }
  return { ...artist, token: callerToken }
}

/** Logs the artist out on every device. */
export async function endSessions({ sql }: Context, artistId: string): Promise<void> {
  await removeTokens(sql, artistId)
}
