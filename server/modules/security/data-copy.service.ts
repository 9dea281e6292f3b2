import { randomUUID } from 'node:crypto'
import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import { COPY_MS } from '#domain/accounts/leaving.ts'
import { CSV_MARK, csvRow } from '#domain/csv.ts'
import { letter } from '#domain/letter.ts'
import { Refusal } from '#domain/refusal.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { transaction } from '#server/context.ts'
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
/** Longer than an archive takes: a process that still has the lease then has crashed. */
export const COPY_LEASE_MS = 10 * MINUTE_MS

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

const leaseFrom = (now: Date) => ({ now, until: new Date(now.getTime() + COPY_LEASE_MS) })

/** Makes the copies that were asked for, one after the other; run again and again. */
export async function makeCopies(ctx: Context, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    const copy =
      stopping?.aborted === true ? undefined : await claimCopy(ctx.sql, TRIES, leaseFrom(ctx.now()))
    if (copy === undefined) return
    await ctx.files.put(fileOf(copy.id), await archiveOf(ctx, copy.artistId), 'application/zip')
    if (!(await finishCopy(ctx.sql, copy.id, ctx.now()))) {
      // Another process made it, or it was dropped meanwhile: then nobody else knows of this file.
      const left = await copyOf(ctx.sql, copy.artistId)
      if (left?.id !== copy.id) await ctx.files.remove(fileOf(copy.id))
    } else
      mailArtist(
        ctx,
        copy.artistId,
        letter('Копия ваших данных готова', [
          'Мы собрали всё, что хранит ваш аккаунт в «Бисе»: таблицы, тексты и фото в одном архиве.',
          `Скачать его можно 24 часа: ${ctx.publicUrl}/artist/security#data`,
          '',
          'Если вы его не просили, задайте новый пароль.',
        ]),
      )
  }
}

/** The archive of an artist. Refuses NOT_FOUND where there is none. */
export async function downloadCopy(ctx: Context, artistId: string): Promise<Uint8Array> {
  const copy = await copyOf(ctx.sql, artistId)
  const bytes = copy?.readyAt == null ? null : await ctx.files.get(fileOf(copy.id))
  if (bytes === null) throw new Refusal('NOT_FOUND', 'Копии нет. Попросите собрать её.')
  return bytes
}

/**
 * Drops a copy with its file. In a transaction, with the row first: a process that has just stored the file waits for
 * the row, and then removes the file itself.
 */
async function dropWithFile({ sql, files }: Context, id: string): Promise<void> {
  await dropCopy(sql, id)
  await files.remove(fileOf(id))
}

/** The same for the copy of an account, if there is one, in the caller's transaction. */
export async function dropCopyOf(ctx: Context, artistId: string): Promise<void> {
  const copy = await copyOf(ctx.sql, artistId)
  if (copy !== undefined) await dropWithFile(ctx, copy.id)
}

/** Removes the copies that are a day old, with their files. */
export async function forgetCopies(ctx: Context): Promise<void> {
  for (const id of await copiesBefore(ctx.sql, new Date(ctx.now().getTime() - COPY_MS)))
    await transaction(ctx, (inside) => dropWithFile(inside, id))
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

type Rows = readonly Readonly<Record<string, unknown>>[]

/** What is done before others are served: milliseconds of rows, and of bytes to pack. */
const ROWS_AT_ONCE = 500
const BYTES_AT_ONCE = 64 * 1024

async function archiveOf(ctx: Context, artistId: string): Promise<Uint8Array> {
  const files = new Map([['README.txt', strToU8(README)]])
  const tables = await copyOfAccount(ctx.sql, artistId)
  for (const [table, rows] of tables) {
    files.set(`tables/${table}.json`, await written(rows, jsonOf, ['[', ',', ']']))
    const columns = Object.keys(rows[0] ?? {})
    const csvOf = (some: Rows) => some.map((row) => csvRow(columns.map((name) => cell(row[name]))))
    const heading = `${CSV_MARK}${csvRow(columns)}`
    files.set(
      `tables/${table}.csv`,
      await written(rows, (some) => csvOf(some).join(''), [heading, '', '']),
    )
  }
  for (const { song_id: song, text } of tables.get('song_texts') ?? [])
    files.set(`texts/${String(song)}.txt`, strToU8(String(text)))
  for (const { name, bytes } of await photosOf(ctx, artistId)) files.set(`photos/${name}`, bytes)
  return packed(files)
}

const jsonOf = (some: Rows) => JSON.stringify(some, null, 2).slice(1, -2)

const cell = (value: unknown) =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)

async function written(
  rows: Rows,
  textOf: (some: Rows) => string,
  [before, between, after]: readonly [string, string, string],
): Promise<Uint8Array> {
  const pieces = [strToU8(before)]
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const text = textOf(rows.slice(at, at + ROWS_AT_ONCE))
    pieces.push(strToU8(at === 0 ? text : between + text))
    await yieldToLoop()
  }
  return Buffer.concat([...pieces, strToU8(after)])
}

async function packed(files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  const archive = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  for (const [name, bytes] of files) {
    const file = new ZipDeflate(name)
    archive.add(file)
    let at = 0
    do {
      file.push(bytes.subarray(at, at + BYTES_AT_ONCE), at + BYTES_AT_ONCE >= bytes.length)
      at += BYTES_AT_ONCE
      await yieldToLoop()
    } while (at < bytes.length)
  }
  archive.end()
  return Buffer.concat(pieces)
}
