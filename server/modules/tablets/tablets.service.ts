import { createHmac, randomInt, randomUUIDv7 } from 'node:crypto'
import type { AnswerOf, BodyOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import { usernameKey } from '#domain/accounts/account.ts'
import { admitArranging, ownConcert } from '#domain/concerts/concert.ts'
import {
  admitTablet,
  codeDigits,
  endedTablet,
  TABLET_CODE_DIGITS,
  TABLET_CODE_MS,
  wrongTabletCode,
} from '#domain/queue/tablet.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { concertFacts } from '#server/platform/db/concert-facts.ts'
import type { SecretTries } from '#server/platform/limits/rate-counters.ts'
import { hashToken, newToken } from '../accounts/tokens.service.ts'
import { foretellPlace } from '../queue/forecast.service.ts'
import { myOrders } from '../queue/my-orders.service.ts'
import { orderPlacedBefore, TABLET_ORDER_CALL, takeOrder } from '../queue/ordering.service.ts'
import { tableDevice } from './table-device.ts'
import {
  addTablet,
  lockConcertOfCode,
  moveTablet,
  saveCode,
  tabletOf,
  tabletsOf,
} from './tablets.store.ts'

/** Keyed: a bare hash of a million possible codes is soon tried through. */
const hashCode = ({ codeSecret }: Context, code: string): string =>
  createHmac('sha256', codeSecret).update(`tablet ${code}`).digest('base64url')

/** Makes the code of a concert; the former one is no longer valid. Refuses NOT_FOUND, NOT_YOURS, ILLEGAL_STEP once it is over. */
export async function makeCode(
  ctx: Context,
  artistId: string,
  concertId: string,
): Promise<AnswerOf<typeof api.tablets.code>> {
  admitArranging(ownConcert(await concertFacts(ctx.sql, concertId), artistId))
  const code = String(randomInt(10 ** TABLET_CODE_DIGITS)).padStart(TABLET_CODE_DIGITS, '0')
  const validUntil = new Date(ctx.now().getTime() + TABLET_CODE_MS)
  await saveCode(ctx.sql, { concertId, codeHash: hashCode(ctx, code), validUntil })
  return { code, validUntil: validUntil.toISOString() }
}

type CodeTry = {
  readonly artistUsername: string
  readonly code: string
  readonly tries: SecretTries
}

/** Runs `work` for the concert of a code. Refuses VALIDATION at `code`, and TOO_MANY. */
async function withCode(
  ctx: Context,
  { artistUsername, code, tries }: CodeTry,
  work: (inside: Context, concertId: string) => Promise<void>,
): Promise<void> {
  const key = usernameKey(artistUsername) ?? ''
  await tries.spend()
  await ctx.limits.spend('tabletCodeOfArtist', key)
  await transaction(ctx, async (inside) => {
    const asked = { usernameKey: key, codeHash: hashCode(ctx, codeDigits(code)), at: ctx.now() }
    const concertId = await lockConcertOfCode(inside.sql, asked)
    if (concertId === undefined) throw wrongTabletCode()
    await work(inside, concertId)
  })
  await tries.giveBack()
  await ctx.limits.spend('tabletCodeOfArtist', key, -1)
}

/** Pairs a tablet with the concert of the code; its token is returned only here. Refuses VALIDATION at `code`, TOO_MANY, ILLEGAL_STEP. */
export async function pairTablet(
  ctx: Context,
  { artistUsername, code, table }: BodyOf<typeof api.tablets.pair>,
  tries: SecretTries,
): Promise<{ token: string }> {
  const token = newToken()
  await withCode(ctx, { artistUsername, code, tries }, async ({ sql, now }, concertId) => {
    admitTablet((await tabletsOf(sql, concertId)).length)
    await addTablet(sql, {
      id: randomUUIDv7(),
      concertId,
      tokenHash: hashToken(token),
      tableNumber: table,
      pairedAt: now(),
    })
  })
  return { token }
}

/** Refuses NOT_FOUND for a tablet that was ended. */
async function knownTablet({ sql }: Context, token: string) {
  const tablet = await tabletOf(sql, hashToken(token))
  if (tablet === undefined) throw endedTablet()
  return tablet
}

/** «Другой стол». Refuses NOT_FOUND, VALIDATION at `code` also for the code of another concert, TOO_MANY. */
export async function seatTablet(
  ctx: Context,
  { token, code, table }: BodyOf<typeof api.tablets.move>,
  tries: SecretTries,
): Promise<true> {
  const tablet = await knownTablet(ctx, token)
  const asked = { artistUsername: tablet.username, code, tries }
  await withCode(ctx, asked, async ({ sql }, concertId) => {
    if (concertId !== tablet.concertId) throw wrongTabletCode()
    await moveTablet(sql, tablet.id, table)
  })
  return true
}

/** Refuses NOT_FOUND. */
export async function lookAtTablet(
  ctx: Context,
  token: string,
): Promise<AnswerOf<typeof api.tablets.look>> {
  const tablet = await knownTablet(ctx, token)
  const { concertId: sessionId, table, status, startsAt, timeZone, open, pass } = tablet
  return { sessionId, table, status, startsAt: startsAt.toISOString(), timeZone, open, pass }
}

/** Foretells the place of an order at the tablet's table. Refuses NOT_FOUND, SESSION_NOT_OPEN. */
export async function foretellAtTable(
  ctx: Context,
  { token, songId }: BodyOf<typeof api.tablets.placeAhead>,
): Promise<AnswerOf<typeof api.tablets.placeAhead>> {
  const { concertId, table, pass } = await knownTablet(ctx, token)
  const asked = {
    sessionId: concertId,
    table,
    ...(songId && { songId }),
    ...(pass !== null && { pass }),
  }
  return foretellPlace(ctx, asked, tableDevice(ctx, concertId, table))
}

/** Takes an order at the tablet's table, once for each key. Refuses as an order does, and SONG_NOT_ACCEPTED where it costs money. */
export async function orderAtTable(
  ctx: Context,
  { token, ...song }: BodyOf<typeof api.tablets.order>,
  {
    address,
    network,
    idempotencyKey,
  }: { address: string; network: string; idempotencyKey: string | null },
): Promise<AnswerOf<typeof api.tablets.order>> {
  const receivedAt = Date.now()
  const { concertId: sessionId, username, table } = await knownTablet(ctx, token)
  const body = { ...song, artistUsername: username, sessionId, table }
  const deviceId = tableDevice(ctx, sessionId, table)
  const take = async () => {
    await ctx.limits.spend('orderOfConcertAndAddress', `${sessionId} ${address}`)
    return takeOrder(ctx, {
      body,
      deviceId,
      network,
      idempotencyKey,
      receivedAt,
      tablet: true,
    })
  }
  const before = await orderPlacedBefore(ctx, body, idempotencyKey, TABLET_ORDER_CALL)
  const { orderId } = before ?? (await take())
  const placed = (await myOrders(ctx, sessionId, deviceId)).find((one) => one.orderId === orderId)
  return { orderId, place: placed?.place ?? null }
}
