import { randomUUIDv7 } from 'node:crypto'
import { RECIPIENT_NAME } from '#packages/tbank-sandbox/payout-calls.ts'
import { HOUR_MS } from '#domain/time.ts'
import { songKey, wordsOf } from '#packages/song-search/song-text.ts'
import { hashToken, newToken } from '#server/modules/accounts/tokens.service.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { ARTIST_PASSWORD_HASH } from '#test/support/world.ts'
import { CONSENT } from '#domain/documents.ts'

const SBP_BANK = '100000000004'

/** A musician with a running concert, and a phone that money can be paid out to. */
export type CrashMusician = {
  readonly id: string
  readonly username: string
  readonly token: string
  readonly concertId: string
  readonly phone: string
  readonly sbpBankId: string
}

export type CrashSong = { readonly id: string; readonly title: string }

/** Inserts `size` musicians, every second one with a checked payout number, and songs for all of them. */
export async function insertAccounts(sql: Sql, size: number) {
  const at = new Date()
  const musicians = Array.from({ length: size }, (_, place) => ({
    ...musicianAt(place),
    checked: place % 2 === 0,
  }))
  for (const part of slices(musicians)) {
    await insertMusicians(sql, part, at)
    await sql
      .insertInto('concerts')
      .values(part.map((one) => concertRow(one, at)))
      .execute()
  }
  const admin = { ...musicianAt(size), role: 'ADMIN' as const }
  await insertMusicians(sql, [admin], at)
  const songs = [newSong('Раз'), newSong('Два'), newSong('Три'), newSong('Четыре')] as const
  await insertTestSongs(sql, songs, at)
  return { musicians, songs, adminToken: admin.token }
}

async function insertMusicians(
  sql: Sql,
  all: readonly (CrashMusician & { checked?: boolean; role?: 'ADMIN' })[],
  at: Date,
): Promise<void> {
  await sql
    .insertInto('artists')
    .values(all.map((one) => artistRow(one, at)))
    .execute()
  await sql
    .insertInto('loginTokens')
    .values(
      all.map(({ id, token }) => ({
        tokenHash: hashToken(token),
        artistId: id,
        createdAt: at,
        // Operators beside a bank prove their logins by a key.
        provedAt: at,
        expiresAt: new Date(at.getTime() + 24 * HOUR_MS),
      })),
    )
    .execute()
}

export type Cast = Awaited<ReturnType<typeof insertAccounts>>

function musicianAt(place: number): CrashMusician {
  return {
    id: randomUUIDv7(),
    username: `muzykant-${place}`,
    token: newToken(),
    concertId: randomUUIDv7(),
    phone: `79${String(place).padStart(9, '0')}`,
    sbpBankId: SBP_BANK,
  }
}

function artistRow(one: CrashMusician & { checked?: boolean; role?: 'ADMIN' }, at: Date) {
  return {
    id: one.id,
    role: one.role ?? ('ARTIST' as const),
    username: one.username,
    usernameKey: one.username,
    email: `${one.username}@example.org`,
    passwordHash: ARTIST_PASSWORD_HASH,
    consentEdition: CONSENT.date,
    accountType: 'ARTIST' as const,
    name: one.username,
    phoneNumber: one.checked === true ? one.phone : null,
    sbpNumberId: one.checked === true ? one.sbpBankId : null,
    numberCheckedAt: one.checked === true ? at : null,
    payoutRecipient: one.checked === true ? RECIPIENT_NAME : null,
    payoutRecipientConfirmed: one.checked === true ? RECIPIENT_NAME : null,
    paidSongsEnabled: true,
    partnerId: null,
    createdAt: at,
  }
}

function concertRow({ id, concertId, username }: CrashMusician, at: Date) {
  return {
    id: concertId,
    artistId: id,
    title: `Вечер ${username}`,
    startsAt: new Date(at.getTime() - HOUR_MS),
    endsAt: new Date(at.getTime() + 5 * HOUR_MS),
    status: 'NOW' as const,
    active: true,
    placeName: 'Подвал',
    city: 'Москва',
    longitude: 37.62,
    latitude: 55.75,
    timeZone: 'Europe/Moscow',
    createdAt: at,
    startedAt: at,
    finishedAt: null,
  }
}

export const newSong = (title: string): CrashSong => ({ id: randomUUIDv7(), title })

/** Inserts songs of one choir into the catalogue and its search index. */
export async function insertTestSongs(
  sql: Sql,
  songs: readonly CrashSong[],
  at: Date,
): Promise<void> {
  const artist = 'Вечерний хор'
  await sql
    .insertInto('songs')
    .values(
      songs.map(({ id, title }) => ({
        id,
        title,
        artistName: artist,
        source: 'catalogue' as const,
        verified: true,
        songKey: songKey(title, artist),
        createdAt: at,
      })),
    )
    .execute()
  const words = songs.flatMap(({ id, title }) =>
    wordsOf(`${title} ${artist}`).map((word) => ({ word, songId: id })),
  )
  await sql.insertInto('songWords').values(words).execute()
}

const ROWS = 50

function slices<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, at) =>
    rows.slice(at * ROWS, (at + 1) * ROWS),
  )
}
