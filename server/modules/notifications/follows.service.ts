import { noConcert } from '#domain/concerts/concert.ts'
import { checkEmail, mailboxOf } from '#domain/fields.ts'
import {
  admitConsent,
  admitFollow,
  checkFollowed,
  knownZone,
  noFollow,
  UNCONFIRMED_DAYS,
  WISH_KEPT_DAYS,
} from '#domain/follows.ts'
import type { FollowedOnWire } from '#domain/follows.ts'
import { chatAt } from '#domain/messengers.ts'
import type { PushTarget } from '#domain/push.ts'
import { Refusal } from '#domain/refusal.ts'
import { DAY_MS } from '#domain/time.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { artistByUsername, shownArtist } from '../artists/artists.service.ts'
import { followIdIn, tokenOfFollow } from './follow-tokens.ts'
import {
  addFollow,
  countFollowers,
  confirmFollow,
  endFollow,
  endOfDevice,
  followById,
  forgetIdle,
  forgetReminded,
  forgetUnconfirmed,
  lockFollower,
  openConcert,
  ownFollows,
  songTitle,
} from './follows.store.ts'
import type { Contact, Target } from './follows.store.ts'
import { deleteGuest, guestById } from './guests.store.ts'
import { forgetNews } from './news.store.ts'
import { checkTown, forgetOldWishes, wishFollowed } from './wishes.service.ts'
import { confirmMail, wordsForStranger } from './ways.ts'

type Asked = FollowedOnWire & { readonly timeZone?: string | undefined }

/** Follows on this device, at once. */
export async function followByPush(
  ctx: Context,
  asked: Asked,
  { target, deviceId, address }: { target: PushTarget; deviceId: string; address: string },
): Promise<true> {
  ctx.push.admit(target)
  const by = { contact: target, deviceId }
  const { followed } = await transaction(ctx, (inside) => follow(inside, asked, by))
  await wishWhatFollows(ctx, followed, { deviceId, address })
  return true
}

/**
 * Follows in this chat of a messenger, at once. In the caller's transaction, after whose commit `wishWhatFollows` is
 * called.
 */
export async function followByChat(
  ctx: Context,
  asked: Asked,
  { endpoint, deviceId }: { endpoint: string; deviceId: string },
): Promise<Target> {
  const contact = { endpoint, p256dh: '', auth: '' }
  return (await follow(ctx, asked, { contact, deviceId })).followed
}

/** Refuses NOT_FOUND and VALIDATION where this cannot be followed. */
export async function admitFollowed(ctx: Context, asked: FollowedOnWire): Promise<void> {
  await targetOf(ctx, asked)
}

/**
 * Sends an e-mail with a link: nothing else is sent before it is confirmed. The response and the e-mail are the same
 * whatever the address follows already.
 */
export async function followByEmail(
  ctx: Context,
  asked: Asked & { readonly email: string; readonly consent: boolean },
  by: {
    deviceId: string
    spendOfMailbox(mailbox: string): Promise<void>
    /** Of the artist or the song. */
    spendOfSubject(subject: string): Promise<void>
  },
): Promise<true> {
  const email = checkEmail(asked.email)
  admitConsent(asked.consent)
  await by.spendOfMailbox(mailboxOf(email))
  const { deviceId } = by
  const contact = { email }
  const { id } = await transaction(ctx, (inside) => follow(inside, asked, { contact, deviceId }))
  const found = await followById(ctx.sql, id)
  if (found === undefined) throw noFollow()
  await by.spendOfSubject(found.songId ?? found.username ?? found.town ?? '')
  const link = `${ctx.publicUrl}/follow/${tokenOfFollow(ctx, id)}`
  const what = wordsForStranger(found, ctx)
  await ctx.mail.send(confirmMail({ to: email, what, link }))
  return true
}

/** In the caller's transaction. */
async function follow(
  ctx: Context,
  asked: Asked,
  by: { contact: Contact; deviceId: string },
): Promise<{ id: string; followed: Target }> {
  const target = await targetOf(ctx, asked)
  // Where it began meanwhile, the follow can still be ended.
  if ('concertId' in target && (await openConcert(ctx.sql, target.concertId)) === undefined)
    throw noConcert()
  const { deviceId } = by
  const byMail = 'email' in by.contact
  const consentEdition = byMail ? ctx.site.privacyEdition : null
  const at = ctx.now()
  const timeZone = knownZone(asked.timeZone)
  const follower = await lockFollower(ctx.sql, by.contact, { timeZone, deviceId, at })
  admitFollow(follower.follows)
  const added = { followerId: follower.id, target, deviceId, at, confirmed: !byMail }
  const id = await addFollow(ctx.sql, { ...added, consentEdition })
  return { id, followed: target }
}

async function targetOf(
  ctx: Context,
  asked: FollowedOnWire,
  artistNamed: typeof artistByUsername = shownArtist,
): Promise<Target> {
  const followed = checkFollowed(asked)
  if ('town' in followed) {
    const songId = 'songId' in followed ? followed.songId : null
    const target = { songId, town: checkTown(followed.town) }
    if (songId !== null && (await songTitle(ctx.sql, songId)) === undefined)
      throw new Refusal('NOT_FOUND', 'Такой песни нет в каталоге')
    return target
  }
  if ('sessionId' in followed) return { concertId: followed.sessionId }
  return { artistId: (await artistNamed(ctx, followed.artistUsername)).id }
}

/** How this device follows. */
export async function followWays(ctx: Context, asked: FollowedOnWire, deviceId: string | null) {
  const target = await targetOf(ctx, asked)
  const ways = deviceId === null ? [] : await ownFollows(ctx.sql, target, deviceId)
  return {
    push: ways.some(({ byMail, endpoint }) => !byMail && chatAt(endpoint ?? '') === null),
    email: ways.some(({ byMail, confirmed }) => Boolean(byMail) && Boolean(confirmed)),
    messenger: ways.flatMap(({ endpoint }) => chatAt(endpoint ?? '') ?? [])[0]?.messenger ?? null,
    asked: ways.some(({ confirmed }) => !confirmed),
  }
}

export async function endFollowOfDevice(
  ctx: Context,
  asked: FollowedOnWire,
  deviceId: string | null,
): Promise<true> {
  // A hidden one can still be left.
  const target = await targetOf(ctx, asked, artistByUsername)
  if (deviceId !== null) await transaction(ctx, ({ sql }) => endOfDevice(sql, target, deviceId))
  return true
}

/** The follow behind this link. */
export async function followOfLink(ctx: Context, token: string) {
  const id = followIdIn(ctx, token)
  const found = (await followById(ctx.sql, id)) ?? (await guestById(ctx.sql, id))
  if (found === undefined) throw noFollow()
  return found
}

export async function confirmFollowByLink(
  ctx: Context,
  { token, timeZone }: { token: string; timeZone?: string | undefined },
  { deviceId, address }: { deviceId: string; address: string },
) {
  const found = await followOfLink(ctx, token)
  const by = { deviceId, timeZone: knownZone(timeZone), at: ctx.now() }
  await transaction(ctx, ({ sql }) => confirmFollow(sql, found.id, by))
  const { songId, town } = found
  if (town !== null) await wishWhatFollows(ctx, { songId, town }, { deviceId, address })
  return { ...found, confirmed: true }
}

/** Whoever follows a song in a town wishes it there; of a town without a song nothing is wished. */
export async function wishWhatFollows(
  ctx: Context,
  followed: Target,
  { deviceId, address }: { deviceId: string; address: string },
): Promise<void> {
  if (!('town' in followed)) return
  const { songId, town } = followed
  if (songId !== null) await wishFollowed(ctx, { songId, town, deviceId }, address)
}

/** An ended follow stays ended. */
export async function endFollowByLink(ctx: Context, token: string): Promise<true> {
  const id = followIdIn(ctx, token)
  await transaction(ctx, ({ sql }) => endFollow(sql, id))
  await deleteGuest(ctx.sql, id)
  return true
}

const TOLD_KEPT_DAYS = 30

/** Deletes data whose storage time is over. */
export async function forgetOldFollows(ctx: Context): Promise<void> {
  const before = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS)
  await transaction(ctx, ({ sql }) => forgetUnconfirmed(sql, before(UNCONFIRMED_DAYS)))
  await transaction(ctx, ({ sql }) => forgetReminded(sql))
  await transaction(ctx, ({ sql }) => forgetIdle(sql, before(1)))
  await forgetOldWishes(ctx, before(WISH_KEPT_DAYS))
  await forgetNews(ctx.sql, { before: before(TOLD_KEPT_DAYS), now: ctx.now() })
}

/** How many follow an artist. */
export const followersOf = ({ sql }: Context, artistId: string) => countFollowers(sql, artistId)
