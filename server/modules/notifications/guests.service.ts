import { NEWS_RETRY_MS, NEWS_TRIES, stepOfOrder } from '#domain/outbox.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import { tokenOfFollow } from './follow-tokens.ts'
import { addGuests, deleteGuest, forgetGuests, lockGuest } from './guests.store.ts'
import { addCancelledNews, passAnnouncement } from './news.store.ts'
import { sendDue } from './outbox.service.ts'
import type { Audience } from './outbox.service.ts'
import { contactOf } from './ways.ts'

/** Called inside the transaction that cancels a concert, before its queue is closed: who was coming is told at once, followers not at night. */
export async function noteCancelled({ sql, now }: Context, concertId: string): Promise<void> {
  await addCancelledNews(sql, concertId, now())
  await addGuests(sql, concertId, now())
  await passAnnouncement(sql, concertId)
}

/** Who was coming to a cancelled concert is told once. */
const GUESTS: Audience = {
  recipients: 'guestId',
  async contactOf(sql, id) {
    const contact = contactOf(await lockGuest(sql, id))
    return contact && { contact, timeZone: null }
  },
  stepOf: stepOfOrder,
  async frameOf(ctx, { subjectId, guestId }) {
    const asked = guestId !== null && {
      what: 'прийти на этот концерт',
      link: `${ctx.publicUrl}/follow/${tokenOfFollow(ctx, guestId)}`,
    }
    return { key: subjectId, shown: true, asked: asked || null }
  },
  gone: deleteGuest,
  repeats: true,
  retryMs: NEWS_RETRY_MS,
  triesMost: NEWS_TRIES,
  roundOf: 256,
}

/** Sends the guests of cancelled concerts what is due; any number of processes may do so at once. */
export function notifyGuests(ctx: Context, stopping?: AbortSignal): Promise<number> {
  return sendDue(ctx, GUESTS, { stopping })
}

/** Deletes the contacts of guests who were told. */
export function forgetOldGuests({ sql, now }: Context): Promise<void> {
  return forgetGuests(sql, new Date(now().getTime() - DAY_MS))
}
