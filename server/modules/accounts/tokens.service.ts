import { createHash, randomBytes } from 'node:crypto'
import { TOKEN_LIFE_MS } from '#domain/accounts/login.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { addToken, ownerOfToken, removeOtherTokens, removeToken } from './tokens.store.ts'

/** A new bearer token: 256 random bits, so that it needs no signature. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token: a leaked table lets nobody in. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The token that a call came with. */
export type HeldToken = { readonly hash: string; readonly openedAt: Date }

/** What a login makes, and how it ends: one token for each device. */
export function makeTokens({ sql, now }: { sql: Sql; now: () => Date }) {
  return {
    /** A new token of an artist, in the transaction of what lets him in. */
    async open(tx: Sql, artistId: string): Promise<string> {
      const token = newToken()
      const at = now()
      const expiresAt = new Date(at.getTime() + TOKEN_LIFE_MS)
      await addToken(tx, { hash: hashToken(token), artistId, at, expiresAt })
      return token
    },

    /** Whose token it is; null for a dead one. */
    async whoIs(token: string) {
      const hash = hashToken(token)
      const owner = await ownerOfToken(sql, hash, now())
      if (owner === undefined) return null
      const { openedAt, ...artist } = owner
      const held: HeldToken = { hash, openedAt }
      return { ...artist, token: held }
    },

    /** This device is out. */
    logout: (token: HeldToken) => removeToken(sql, token.hash),

    /** Every other device is out. */
    logoutOthers: (artistId: string, token: HeldToken) =>
      removeOtherTokens(sql, artistId, token.hash),
  }
}

export type Tokens = ReturnType<typeof makeTokens>
