import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql as raw } from 'kysely'
import type { Insertable } from 'kysely'
import { songKey } from '#packages/song-search/song-text.ts'
import { removeTokens } from '#server/modules/accounts/tokens.store.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { Schema } from '#server/platform/db/schema.ts'
import { CONSENT } from '#domain/documents.ts'
import type { DemoArtist, DemoSong } from './demo-shapes.ts'

// Any fixed number: of processes that start together, one creates the demo data.
const LOCK = 7_240_419

export type DemoEntry = { song: DemoSong; status: 'SCHEDULED' | 'QUEUED' | 'NOW' }
export type DemoConcertRow = Insertable<Schema['concerts']>

export async function lockDemo(sql: Sql): Promise<void> {
  await raw`select pg_advisory_xact_lock(${LOCK})`.execute(sql)
}

export async function isEmpty(sql: Sql): Promise<boolean> {
  const row = await sql.selectFrom('artists').select('id').limit(1).executeTakeFirst()
  return row === undefined
}

const PASSWORD = 'demo_password'

/** The initial password of this demo's artists; undefined if none has been created yet. */
export async function demoPassword(sql: Sql): Promise<string | undefined> {
  const row = await sql
    .selectFrom('instanceSecrets')
    .select('value')
    .where('name', '=', PASSWORD)
    .executeTakeFirst()
  return row?.value
}

export async function insertDemoPassword(sql: Sql, value: string): Promise<void> {
  await sql.insertInto('instanceSecrets').values({ name: PASSWORD, value }).execute()
}

const emailOf = ({ username }: DemoArtist) => `${username.toLowerCase()}@example.org`

/** Sets this password for the existing artists of the demo and revokes their logins. */
export async function resetPasswords(
  sql: Sql,
  artists: readonly DemoArtist[],
  passwordHash: string,
): Promise<void> {
  const rows = await sql
    .updateTable('artists')
    .set({ passwordHash })
    .where('email', '=', raw<string>`any(${artists.map(emailOf)})`)
    .returning('id')
    .execute()
  for (const { id } of rows) await removeTokens(sql, id)
}

/** The hash of the artist's current password. */
export async function passwordHashOf(sql: Sql, username: string): Promise<string | null> {
  const row = await sql
    .selectFrom('artists')
    .select('passwordHash')
    .where('usernameKey', '=', username.toLowerCase())
    .executeTakeFirst()
  return row?.passwordHash ?? null
}

export async function insertArtist(
  sql: Sql,
  artist: DemoArtist,
  texts: { passwordHash: string; shortDescriptionHtml: string; descriptionHtml: string },
  at: Date,
): Promise<string> {
  const id = randomUUIDv7()
  await sql
    .insertInto('artists')
    .values({
      id,
      username: artist.username,
      usernameKey: artist.username.toLowerCase(),
      email: emailOf(artist),
      consentEdition: CONSENT.date,
      passwordHash: texts.passwordHash,
      // A visitor of the demo can open the admin's page too.
      role: artist.admin === true ? 'ADMIN' : 'ARTIST',
      accountType: artist.accountType,
      name: artist.name,
      imageUrls: [...artist.imageUrls],
      shortDescription: artist.shortDescription,
      shortDescriptionHtml: texts.shortDescriptionHtml,
      description: artist.description,
      descriptionHtml: texts.descriptionHtml,
      socials: JSON.stringify(artist.socials),
      phoneNumber: artist.payments?.phone ?? null,
      sbpNumberId: artist.payments?.sbpBankId ?? null,
      numberCheckedAt: artist.payments === undefined ? null : at,
      payoutRecipient: artist.payments?.recipient ?? null,
      payoutRecipientConfirmed: artist.payments?.recipient ?? null,
      paidSongsEnabled: artist.payments !== undefined,
      ...(artist.payments === undefined ? {} : { minSongRubles: artist.payments.minSong }),
      partnerId: null,
      createdAt: at,
    })
    .execute()
  return id
}

/** The ids of these songs, in the same order; throws for a song that the catalogue lacks, which is a mistake of the demo. */
export async function songIds(sql: Sql, songs: readonly DemoSong[]): Promise<string[]> {
  const keys = songs.map(({ title, artistName }) => songKey(title, artistName))
  const rows = await sql
    .selectFrom('songs')
    .select(['id', 'songKey'])
    .where('songKey', '=', raw<string>`any(${keys})`)
    .execute()
  const ids = new Map(rows.map((row) => [row.songKey, row.id]))
  return keys.map((key) => {
    const id = ids.get(key)
    if (id === undefined) throw new Error(`the catalogue lacks a song of the demo: ${key}`)
    return id
  })
}

/** `textOf`: the words and chords of songs, by their titles. */
export async function insertRepertoire(
  sql: Sql,
  artistId: string,
  { songs, textOf }: { songs: readonly DemoSong[]; textOf: Readonly<Record<string, string>> },
  at: Date,
): Promise<void> {
  const ids = await songIds(sql, songs)
  await sql
    .insertInto('repertoire')
    .values(
      songs.map((song, index) => ({
        artistId,
        songId: ids[index] ?? '',
        addedAt: at,
        tags: [...(song.tags ?? [])],
      })),
    )
    .execute()
  const texts = songs.flatMap(({ title }, index) => {
    const text = textOf[title]
    return text === undefined ? [] : [{ artistId, songId: ids[index] ?? '', text, updatedAt: at }]
  })
  if (texts.length > 0) await sql.insertInto('songTexts').values(texts).execute()
}

/** Inserts a concert with its current orders, each song by one phone. */
export async function insertConcert(
  sql: Sql,
  concert: DemoConcertRow,
  entries: readonly DemoEntry[],
): Promise<string> {
  await sql.insertInto('concerts').values(concert).execute()
  if (entries.length === 0) return concert.id
  const at = concert.createdAt
  const ids = await songIds(
    sql,
    entries.map(({ song }) => song),
  )
  let position = 0
  const rows = entries.map(({ status }, index) => ({
    id: randomUUIDv7(),
    concertId: concert.id,
    songId: ids[index] ?? '',
    status,
    position: status === 'NOW' ? null : ++position,
    createdAt: at,
    nowAt: status === 'NOW' ? at : null,
    closedAt: null,
  }))
  await sql.insertInto('queueEntries').values(rows).execute()
  await sql
    .insertInto('orders')
    .values(
      rows.map((row) => ({
        id: randomUUIDv7(),
        concertId: concert.id,
        entryId: row.id,
        deviceId: randomUUID(),
        kind: 'free' as const,
        createdAt: at,
      })),
    )
    .execute()
  return concert.id
}

export async function artistIdOf(sql: Sql, username: string): Promise<string | undefined> {
  const row = await sql
    .selectFrom('artists')
    .select('id')
    .where('usernameKey', '=', username.toLowerCase())
    .executeTakeFirst()
  return row?.id
}

export async function runningConcert(sql: Sql, artistId: string) {
  return sql
    .selectFrom('concerts')
    .select(['id', 'endsAt'])
    .where('artistId', '=', artistId)
    .where('status', '=', 'NOW')
    .executeTakeFirst()
}

/** Whether any concert of this artist has ever started. */
export async function hasPlayed(sql: Sql, artistId: string): Promise<boolean> {
  const row = await sql
    .selectFrom('concerts')
    .select('id')
    .where('artistId', '=', artistId)
    .where('startedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** When this artist's last finished concert ended, if that was before its planned end; else null. */
export async function lastEveningEnd(sql: Sql, artistId: string): Promise<Date | null> {
  const row = await sql
    .selectFrom('concerts')
    .select(['finishedAt', 'endsAt'])
    .where('artistId', '=', artistId)
    .where('finishedAt', 'is not', null)
    .orderBy('finishedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { finishedAt: ended = null, endsAt: planned } = row ?? {}
  return ended !== null && planned !== undefined && ended < planned ? ended : null
}

/** When a song of this concert last began or ended. */
export async function lastStepOf(sql: Sql, concertId: string): Promise<Date | null> {
  const row = await sql
    .selectFrom('queueEntries')
    .select((of) => [of.fn.max('nowAt').as('began'), of.fn.max('closedAt').as('ended')])
    .where('concertId', '=', concertId)
    .executeTakeFirst()
  const { began = null, ended = null } = row ?? {}
  return began !== null && ended !== null && ended > began ? ended : (began ?? ended)
}

export async function loggedInSince(sql: Sql, artistId: string, since: Date): Promise<boolean> {
  const row = await sql
    .selectFrom('loginTokens')
    .select('artistId')
    .where('artistId', '=', artistId)
    .where('createdAt', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Claims the next beat and returns its number; null if another process claimed one within the last `leastMs`. */
export async function claimBeat(sql: Sql, at: Date, leastMs: number): Promise<number | null> {
  const row = await sql
    .insertInto('moneyMarks')
    .values({ name: 'demo-beat', value: '1', at })
    .onConflict((on) =>
      on
        .column('name')
        .doUpdateSet({ value: raw<string>`(money_marks.value::integer + 1)::text`, at })
        .where('moneyMarks.at', '<=', new Date(at.getTime() - leastMs)),
    )
    .returning('value')
    .executeTakeFirst()
  return row === undefined ? null : Number(row.value)
}
