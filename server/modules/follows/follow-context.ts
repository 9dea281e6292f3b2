import { createHmac, timingSafeEqual } from 'node:crypto'
import { noFollow, unknownTown } from '#domain/follows.ts'
import type { Mail } from '#server/integrations/mail/mail.ts'
import type { Push } from '#server/integrations/push/push.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { uuidOf } from '#domain/uuid.ts'

export type FollowsContext = {
  readonly sql: Sql
  readonly now: () => Date
  readonly mail: Mail
  readonly push: Push
  readonly publicUrl: string
  readonly privacyEdition: string
  /** Signs the links in e-mails, so that nothing is stored for them. */
  readonly secret: string
  readonly places: {
    townsCalled(name: string): readonly Town[]
    cityNear(latitude: number, longitude: number): Town | null
  }
  /** How many notices are sent in parallel. */
  readonly atOnce?: number
}

type Town = { readonly name: string; readonly region: string }

export const townKey = ({ name, region }: Town) => (region === '' ? name : `${name}, ${region}`)

/** Finds a typed town, with or without its region. Refuses VALIDATION at `town`. */
export function checkTown({ places }: Pick<FollowsContext, 'places'>, typed: string): string {
  const [name = '', ...more] = typed.split(',').map((part) => part.trim())
  const region = more.join(', ')
  const found = places.townsCalled(name).find((town) => town.region.includes(region))
  if (found === undefined) throw unknownTown()
  return townKey(found)
}

const MAC_BYTES = 16

const macOf = (ctx: Pick<FollowsContext, 'secret'>, id: Buffer) =>
  createHmac('sha256', ctx.secret).update('follow ').update(id).digest().subarray(0, MAC_BYTES)

/** The token of a follow in e-mail links: its id with a keyed hash. */
export function tokenOf(ctx: Pick<FollowsContext, 'secret'>, followId: string): string {
  const id = Buffer.from(followId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, macOf(ctx, id)]).toString('base64url')
}

/** Refuses NOT_FOUND. */
export function followIn(ctx: Pick<FollowsContext, 'secret'>, token: string): string {
  const bytes = Buffer.from(token, 'base64url')
  const [id, mac] = [bytes.subarray(0, MAC_BYTES), bytes.subarray(MAC_BYTES)]
  if (mac.length !== MAC_BYTES || !timingSafeEqual(mac, macOf(ctx, id))) throw noFollow()
  return uuidOf(id.toString('hex'))
}
