import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Webhook } from '#contract/webhooks.ts'
import { Refusal } from '#domain/refusal.ts'
import { admitWebhook, checkWebhookAddress } from '#domain/webhooks.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { lockLogin } from '../accounts/tokens.service.ts'
import type { LoggedIn } from '../accounts/tokens.service.ts'
import { SECRET_PREFIX } from './webhook-delivery.service.ts'
import { notePing } from './webhook-events.service.ts'
import { lastTried } from './webhook-events.store.ts'
import { addWebhook, removeWebhook, resumeWebhook, webhooksOf } from './webhooks.store.ts'

const SECRET_BYTES = 32
const ANSWERS_SHOWN = 10

export async function listWebhooks({ sql }: Context, artistId: string): Promise<Webhook[]> {
  const webhooks = await webhooksOf(sql, artistId)
  const tried = await lastTried(
    sql,
    webhooks.map(({ id }) => id),
    ANSWERS_SHOWN,
  )
  return webhooks.map(({ id, url, createdAt, failingSince, endedAt, waiting }) => ({
    id,
    url,
    madeAt: createdAt.toISOString(),
    failingSince: failingSince?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    waiting,
    answers: tried
      .filter(({ webhookId }) => webhookId === id)
      .map(({ id: eventId, type, madeAt, tries, status, failure, waits }) => ({
        id: eventId,
        type,
        madeAt: madeAt.toISOString(),
        tries,
        status,
        failure,
        waits,
      })),
  }))
}

/** Adds an address and sends it a first event. Refuses VALIDATION at `url`, ILLEGAL_STEP where there are too many. */
export async function createWebhook(
  ctx: Context,
  artist: LoggedIn & { readonly username: string },
  typed: string,
): Promise<{ id: string; secret: string }> {
  const url = checkWebhookAddress(typed)
  const id = randomUUIDv7()
  const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
  await transaction(ctx, async (inside) => {
    const { sql } = inside
    await lockLogin(inside, artist)
    admitWebhook((await webhooksOf(sql, artist.id)).length)
    await addWebhook(sql, { id, artistId: artist.id, url, secret, createdAt: inside.now() })
    await notePing(inside, id, artist.username)
  })
  return { id, secret }
}

const noWebhook = () => new Refusal('NOT_FOUND', 'Такого вебхука нет')

export async function beginAnew(ctx: Context, artist: LoggedIn, id: string): Promise<true> {
  await transaction(ctx, async (inside) => {
    await lockLogin(inside, artist)
    if (!(await resumeWebhook(inside.sql, artist.id, id))) throw noWebhook()
  })
  return true
}

export async function dropWebhook({ sql }: Context, artistId: string, id: string): Promise<true> {
  if (!(await removeWebhook(sql, artistId, id))) throw noWebhook()
  return true
}
