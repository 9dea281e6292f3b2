import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { strToU8, zip } from 'fflate'
import type { AsyncZippable } from 'fflate'
import { COPY_MS } from '#domain/accounts/leaving.ts'
import { csvText } from '#domain/csv.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { copyOfAccount } from '#server/platform/db/account-data.ts'
import { mailArtist } from '../accounts/mailer.service.ts'
import { photosOf } from '../files/files.service.ts'
import {
  addCopy,
  claimCopy,
  copiesBefore,
  copyOf,
  dropCopy,
  finishCopy,
} from './data-copy.store.ts'

/** A copy that failed so often needs a person; the owner may ask again a day later. */
const TRIES = 5

const fileOf = (id: string) => `copy-${id}.zip`

/** How the copy of an account's data stands; null where there is none. */
export async function copyState({ sql }: Context, artistId: string) {
  const copy = await copyOf(sql, artistId)
  if (copy === undefined) return null
  const { readyAt } = copy
  const until = readyAt === null ? null : new Date(readyAt.getTime() + COPY_MS).toISOString()
  return { until }
}

/** Asks for a copy of all that the account holds; it is made in the background and told by mail. Refuses ILLEGAL_STEP while one is there. */
export async function askCopy({ sql, now }: Context, artistId: string): Promise<true> {
  if (await addCopy(sql, { id: randomUUID(), artistId, at: now() })) return true
  throw new Refusal('ILLEGAL_STEP', 'Копия уже собирается или готова. Новую можно через сутки.')
}

/** Makes the copies that were asked for, one after the other; run again and again. */
export async function makeCopies(ctx: Context, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    const copy = stopping?.aborted === true ? undefined : await claimCopy(ctx.sql, TRIES)
    if (copy === undefined) return
    await ctx.files.put(fileOf(copy.id), await archiveOf(ctx, copy.artistId), 'application/zip')
    if (await finishCopy(ctx.sql, copy.id, ctx.now()))
      mailArtist(ctx, copy.artistId, {
        subject: 'Копия ваших данных готова',
        text: [
          'Здравствуйте!',
          '',
          'Мы собрали всё, что хранит ваш аккаунт в «Бисе»: таблицы, тексты и фото в одном архиве.',
          `Скачать его можно 24 часа: ${ctx.publicUrl}/artist/security#data`,
          '',
          'Если вы его не просили, задайте новый пароль.',
          '',
          '«Бис»',
        ].join('\n'),
      })
  }
}

/** The archive of an artist. Refuses NOT_FOUND where there is none. */
export async function downloadCopy(ctx: Context, artistId: string): Promise<Uint8Array> {
  const copy = await copyOf(ctx.sql, artistId)
  const bytes = copy?.readyAt == null ? null : await ctx.files.get(fileOf(copy.id))
  if (bytes === null) throw new Refusal('NOT_FOUND', 'Копии нет. Попросите собрать её.')
  return bytes
}

/** Removes the copies that are a day old, with their files. */
export async function forgetCopies(ctx: Context): Promise<void> {
  for (const id of await copiesBefore(ctx.sql, new Date(ctx.now().getTime() - COPY_MS))) {
    await ctx.files.remove(fileOf(id))
    await dropCopy(ctx.sql, id)
  }
}

const README = [
  'Копия данных вашего аккаунта в «Бисе».',
  '',
  'tables: всё, что хранит аккаунт, по таблицам, в JSON и в CSV для Excel.',
  'photos: ваши фотографии.',
  'texts: тексты песен с аккордами, по одному файлу.',
  '',
  'Здесь нет паролей, ключей и того, по чему можно узнать слушателей.',
].join('\r\n')

const packed = promisify<AsyncZippable, Uint8Array>(zip)

async function archiveOf(ctx: Context, artistId: string): Promise<Uint8Array> {
  const files: AsyncZippable = { 'README.txt': strToU8(README) }
  const tables = await copyOfAccount(ctx.sql, artistId)
  for (const [table, rows] of tables) {
    files[`tables/${table}.json`] = strToU8(JSON.stringify(rows, null, 2))
    files[`tables/${table}.csv`] = strToU8(csvOf(rows))
  }
  for (const { song_id: song, text } of tables.get('song_texts') ?? [])
    files[`texts/${String(song)}.txt`] = strToU8(String(text))
  for (const { name, bytes } of await photosOf(ctx, artistId)) files[`photos/${name}`] = bytes
  return packed(files)
}

function csvOf(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const cell = (value: unknown) =>
    typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
  return csvText([columns, ...rows.map((row) => columns.map((column) => cell(row[column])))])
}
