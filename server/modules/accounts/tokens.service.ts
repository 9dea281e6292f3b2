import { createHash, randomBytes } from 'node:crypto'
import { TOKEN_LIFE_MS } from '#domain/accounts/login.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { addToken, ownerOfToken, removeOtherTokens, removeToken } from './tokens.store.ts'

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

/** Creates and removes login tokens, one for each device. */
export function makeTokens({ sql, now }: { sql: Sql; now: () => Date }) {
  return {
    /** Creates a token of an artist, inside the transaction of the login. */
    async open(tx: Sql, artistId: string): Promise<string> {
      const token = newToken()
      const at = now()
      const expiresAt = new Date(at.getTime() + TOKEN_LIFE_MS)
      await addToken(tx, { hash: hashToken(token), artistId, at, expiresAt })
      return token
    },

    /** The artist of a token; null for an expired one. */
    async authenticate(token: string) {
      const hash = hashToken(token)
      const owner = await ownerOfToken(sql, hash, now())
      if (owner === undefined) return null
      const { openedAt, ...artist } = owner
      const callerToken: CallerToken = { hash, openedAt }
      return { ...artist, token: callerToken }
    },

    /** Logs this device out. */
    logout: (token: CallerToken) => removeToken(sql, token.hash),

    /** Logs every other device out. */
    logoutOthers: (artistId: string, token: CallerToken) =>
      removeOtherTokens(sql, artistId, token.hash),
  }
}

export type Tokens = ReturnType<typeof makeTokens>
