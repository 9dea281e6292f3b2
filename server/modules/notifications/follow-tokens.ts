import { createHmac, timingSafeEqual } from 'node:crypto'
import { noFollow } from '#domain/follows.ts'
import { uuidOf } from '#domain/uuid.ts'
import type { Context } from '#server/context.ts'

const MAC_BYTES = 16

// Signed, so that nothing is stored for the links in e-mails.
const macOf = (secret: string, id: Buffer) =>
  createHmac('sha256', secret).update('follow ').update(id).digest().subarray(0, MAC_BYTES)

/** The token of a follow in e-mail links: its id with a keyed hash. */
export function tokenOfFollow(ctx: Context, followId: string): string {
  const id = Buffer.from(followId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, macOf(ctx.codeSecret, id)]).toString('base64url')
}

/** Refuses NOT_FOUND. */
export function followIdIn(ctx: Context, token: string): string {
  const bytes = Buffer.from(token, 'base64url')
  const [id, mac] = [bytes.subarray(0, MAC_BYTES), bytes.subarray(MAC_BYTES)]
  const secrets = [ctx.codeSecret, ...ctx.formerCodeSecrets]
  const isOurs = (secret: string) => timingSafeEqual(mac, macOf(secret, id))
  if (mac.length !== MAC_BYTES || !secrets.some(isOurs)) throw noFollow()
  return uuidOf(id.toString('hex'))
}
