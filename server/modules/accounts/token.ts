import { createHash, randomBytes } from 'node:crypto'

/** A new bearer token: 256 random bits, so that it needs no signature. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token: a leaked table lets nobody in. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
