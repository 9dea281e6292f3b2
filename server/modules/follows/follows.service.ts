import { noArtist, usernameKey } from '#domain/accounts/account.ts'
import { checkEmail } from '#domain/fields.ts'
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
import type { PushTarget } from '#domain/push.ts'
import { Refusal } from '#domain/refusal.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { withContext } from '#server/platform/with-context.ts'
import { checkTown, followIn, tokenOf } from './follow-context.ts'
import type { FollowsContext } from './follow-context.ts'
import {
  addFollow,
  artistOf,
  confirmFollow,
  endFollow,
  endOfDevice,
  followById,
  forgetIdle,
  forgetUnconfirmed,
  lockFollower,
  ownFollows,
  renewTarget,
  songTitle,
} from './follows.store.ts'
import type { Contact, Target } from './follows.store.ts'
import { confirmMail, wordsOf } from './mail-texts.ts'
import { forgetNews } from './notices.store.ts'
import { concertNews, runDue, songNews } from './notices.service.ts'
import { addTownWish } from './town-wishes.store.ts'
import { awaitedSongs, forgetWishes, wish } from './town-wishes.service.ts'

/** Refuses VALIDATION, and NOT_FOUND for an unknown artist or song. */
async function targetOf(ctx: FollowsContext, asked: FollowedOnWire): Promise<Target> {
  const followed = checkFollowed(asked)
  if ('songId' in followed) {
    const target = { songId: followed.songId, town: checkTown(ctx, followed.town) }
    if ((await songTitle(ctx.sql, target.songId)) === undefined)
      throw new Refusal('NOT_FOUND', 'Такой песни нет в каталоге')
    return target
  }
  const key = usernameKey(followed.artistUsername)
  const artist = key === null ? undefined : await artistOf(ctx.sql, key)
  if (artist === undefined) throw noArtist()
  return { artistId: artist.id }
}

type Asked = FollowedOnWire & { readonly timeZone?: string | undefined }

async function follow(
  ctx: FollowsContext,
  asked: Asked,
  by: { contact: Contact; deviceId: string },
): Promise<string> {
  const target = await targetOf(ctx, asked)
  const { deviceId } = by
  const byMail = 'email' in by.contact
  const consentEdition = byMail ? ctx.privacyEdition : null
  const at = ctx.now()
  return inTransaction(ctx.sql, async (inside) => {
    const timeZone = knownZone(asked.timeZone)
    const { id, follows } = await lockFollower(inside, by.contact, { timeZone, deviceId, at })
    admitFollow(follows)
    if ('songId' in target) await addTownWish(inside, { ...target, deviceId }, at)
    const added = { followerId: id, target, deviceId, at, confirmed: !byMail }
    return addFollow(inside, { ...added, consentEdition })
  })
}

/** Follows on this device, at once. Refuses VALIDATION, NOT_FOUND and ILLEGAL_STEP. */
async function byPush(
  ctx: FollowsContext,
  asked: Asked,
  { target, deviceId }: { target: PushTarget; deviceId: string },
): Promise<true> {
  ctx.push.admit(target)
  await follow(ctx, asked, { contact: target, deviceId })
  return true
}

/**
 * Sends an e-mail with a link: nothing else is sent before it is confirmed. The response and the e-mail are the same
 * whatever the address follows already. Refuses VALIDATION, NOT_FOUND, ILLEGAL_STEP and MAIL_DOWN.
 */
async function byEmail(
  ctx: FollowsContext,
  asked: Asked & { readonly email: string; readonly consent: boolean },
  by: { deviceId: string; spend(email: string): Promise<void> },
): Promise<true> {
  const email = checkEmail(asked.email)
  admitConsent(asked.consent)
  await by.spend(email)
  const { deviceId } = by
  const id = await follow(ctx, asked, { contact: { email }, deviceId })
  const found = await followById(ctx.sql, id)
  if (found === undefined) throw noFollow()
  const link = `${ctx.publicUrl}/follow/${tokenOf(ctx, id)}`
  await ctx.mail.send(confirmMail({ to: email, what: wordsOf(found), link }))
  return true
}

/** How this device follows. */
async function own(ctx: FollowsContext, asked: FollowedOnWire, deviceId: string | null) {
  const target = await targetOf(ctx, asked)
  const ways = deviceId === null ? [] : await ownFollows(ctx.sql, target, deviceId)
  return {
    push: ways.some(({ byMail }) => !byMail),
    email: ways.some(({ byMail, confirmed }) => Boolean(byMail) && Boolean(confirmed)),
    asked: ways.some(({ confirmed }) => !confirmed),
  }
}

async function end(
  ctx: FollowsContext,
  asked: FollowedOnWire,
  deviceId: string | null,
): Promise<true> {
  const target = await targetOf(ctx, asked)
  if (deviceId !== null)
    await inTransaction(ctx.sql, (inside) => endOfDevice(inside, target, deviceId))
  return true
}

/** The follow behind this link. Refuses NOT_FOUND. */
async function ofLink(ctx: FollowsContext, token: string) {
  const found = await followById(ctx.sql, followIn(ctx, token))
  if (found === undefined) throw noFollow()
  return found
}

async function confirm(
  ctx: FollowsContext,
  { token, timeZone }: { token: string; timeZone?: string | undefined },
  deviceId: string,
) {
  const found = await ofLink(ctx, token)
  const by = { deviceId, timeZone: knownZone(timeZone), at: ctx.now() }
  await inTransaction(ctx.sql, (inside) => confirmFollow(inside, found.id, by))
  return { ...found, confirmed: true }
}

/** An ended follow stays ended. Refuses NOT_FOUND for a link that is not ours. */
async function endByLink(ctx: FollowsContext, token: string): Promise<true> {
  const id = followIn(ctx, token)
  await inTransaction(ctx.sql, (inside) => endFollow(inside, id))
  return true
}

const NOTICES_KEPT_DAYS = 30

/** Deletes data whose storage time is over. */
async function forgetOld(ctx: FollowsContext): Promise<void> {
  const before = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS)
  await inTransaction(ctx.sql, (inside) => forgetUnconfirmed(inside, before(UNCONFIRMED_DAYS)))
  await forgetIdle(ctx.sql, before(1))
  await forgetNews(ctx.sql, before(NOTICES_KEPT_DAYS))
  await forgetWishes(ctx, before(WISH_KEPT_DAYS))
}

/** Follows: who follows an artist or waits for a song, and their notices. */
export function makeFollows(ctx: FollowsContext) {
  const bound = withContext(ctx)
  return {
    byPush: bound(byPush),
    byEmail: bound(byEmail),
    own: bound(own),
    end: bound(end),
    ofLink: bound(ofLink),
    confirm: bound(confirm),
    endByLink: bound(endByLink),
    wish: bound(wish),
    awaitedSongs: bound(awaitedSongs),
    concertNews: bound(concertNews),
    songNews: bound(songNews),
    renewed: (inside: Sql, deviceId: string, target: PushTarget) =>
      renewTarget(inside, deviceId, target),
    runDue: bound(runDue),
    forgetOld: bound(forgetOld),
  }
}

export type Follows = ReturnType<typeof makeFollows>
