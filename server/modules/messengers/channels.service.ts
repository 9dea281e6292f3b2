import { createHmac, randomBytes, randomInt, randomUUIDv7 } from 'node:crypto'
import type { Channels } from '#contract/messengers.ts'
import { CHANNELS_MOST, chatAt, CODE_KEPT_MS, CODE_LENGTH, CODE_SIGNS } from '#domain/messengers.ts'
import { TEXTS } from '#domain/notifications.ts'
import { NEWS_RETRY_MS, NEWS_TRIES, stepOfChannel } from '#domain/outbox.ts'
import { Refusal } from '#domain/refusal.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { lockArtistRow } from '#server/platform/db/tx.ts'
import { sendDue } from '../notifications/outbox.service.ts'
import type { Audience } from '../notifications/outbox.service.ts'
import {
  addChannel,
  addCode,
  channelsOfArtist,
  countChannels,
  dropChannel,
  lockChannel,
  loseChannel,
  takeCode,
} from './messengers.store.ts'
import type { ChannelRow, CodeOwner } from './messengers.store.ts'

/** Keyed, because a bare hash of a short code is soon found. */
export const hashOfCode = (ctx: Context, code: string) =>
  createHmac('sha256', ctx.codeSecret).update(`messenger ${code}`).digest('base64url')

export async function storeCode(ctx: Context, code: string, owner: CodeOwner): Promise<Date> {
  const expiresAt = new Date(ctx.now().getTime() + CODE_KEPT_MS)
  await transaction(ctx, ({ sql }) =>
    addCode(sql, { codeHash: hashOfCode(ctx, code), expiresAt }, owner),
  )
  return expiresAt
}

/** The payload of a link: 22 signs that every messenger takes. */
export const newPayload = () => randomBytes(16).toString('base64url')

const tooMany = () =>
  new Refusal('ILLEGAL_STEP', `Каналов уже ${CHANNELS_MOST}: отключите один, чтобы добавить новый`)

/** A code that binds the channel to which it is sent. Refuses NOT_FOUND without a messenger, ILLEGAL_STEP at the limit. */
export async function newChannelCode(ctx: Context, artistId: string) {
  if (ctx.messengers.size === 0) throw new Refusal('NOT_FOUND', 'Мессенджеры здесь не подключены')
  if ((await countChannels(ctx.sql, artistId)) >= CHANNELS_MOST) throw tooMany()
  const signs = Array.from({ length: CODE_LENGTH }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)])
  const code = signs.join('')
  const until = await storeCode(ctx, code, { artistId })
  return { code: `BIS-${code}`, until: until.toISOString() }
}

/** Uses the code up and posts in this chat from now on; false where the code is over. Refuses ILLEGAL_STEP at the limit. */
export function bindChannel(
  ctx: Context,
  code: string,
  chat: { readonly endpoint: string; readonly title: string },
): Promise<boolean> {
  return transaction(ctx, async (inside) => {
    const { sql } = inside
    const boundAt = inside.now()
    const found = await takeCode(sql, hashOfCode(ctx, code), boundAt)
    if (found?.artistId == null) return false
    const { artistId } = found
    await lockArtistRow(sql, artistId)
    if ((await countChannels(sql, artistId)) >= CHANNELS_MOST) throw tooMany()
    await addChannel(sql, { id: randomUUIDv7(), artistId, ...chat, boundAt })
    return true
  })
}

export async function endChannel(ctx: Context, artistId: string, id: string): Promise<true> {
  if (!(await dropChannel(ctx.sql, artistId, id)))
    throw new Refusal('NOT_FOUND', 'Такого канала нет')
  return true
}

export async function channelsView(ctx: Context, artistId: string): Promise<Channels> {
  const rows = await channelsOfArtist(ctx.sql, artistId)
  return {
    messengers: [...ctx.messengers.values()].map(({ name: messenger, botName: bot }) => ({
      name: messenger,
      bot,
    })),
    channels: rows.flatMap((row) => {
      const at = chatAt(row.endpoint)
      if (at === null) return []
      const { id: channel, title } = row
      return [{ id: channel, messenger: at.messenger, title, post: postOf(row, ctx.now()) }]
    }),
  }
}

function postOf(row: ChannelRow, now: Date): Channels['channels'][number]['post'] {
  const { artist, kind, toldAt, concertTitle, startsAt, timeZone, place, words } = row
  if (kind === null || toldAt === null) return null
  const concert = startsAt && {
    id: '',
    title: concertTitle ?? '',
    startsAt,
    timeZone: timeZone ?? '',
    place: place ?? '',
    words: words ?? '',
  }
  const told = { kind, concert, song: null, performer: null, town: null }
  const { title, line } = TEXTS[kind]
  return { title: title(told, artist), line: line(told, now), at: toldAt.toISOString() }
}

/** What may have been posted is not posted again. */
const CHANNELS: Audience = {
  recipients: 'channelId',
  async contactOf(sql, id) {
    const channel = await lockChannel(sql, id)
    const chat = channel && chatAt(channel.endpoint)
    return chat
      ? { contact: { by: 'chat', to: { ...chat, isChannel: true } }, timeZone: null }
      : undefined
  },
  stepOf: stepOfChannel,
  frameOf: async (_, __, messageId) => ({ key: messageId, shown: true, asked: null }),
  gone: loseChannel,
  repeats: false,
  retryMs: NEWS_RETRY_MS,
  triesMost: NEWS_TRIES,
  roundOf: 64,
}

/** Posts what is due in the channels of artists; any number of processes may do so at once. */
export async function postInChannels(ctx: Context, stopping?: AbortSignal): Promise<number> {
  return ctx.messengers.size === 0 ? 0 : sendDue(ctx, CHANNELS, { stopping })
}
