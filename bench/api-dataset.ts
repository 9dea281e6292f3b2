import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { api } from '../contract/index.ts'
import { pathOf } from '../contract/path.ts'
import { CONSENT } from '../domain/documents.ts'
import { seedCatalogue } from '../server/modules/songs/songs.service.ts'
import type { Sql } from '../server/platform/db/open.ts'
import { addressOf, requestText } from './raw-http.ts'

const REPERTOIRE = 100
const QUEUE = 40
const HOUR_MS = 3_600_000

export type ApiDataset = {
  readonly username: string
  readonly concertId: string
  /** The songs queued in the concert, to be ordered again. */
  readonly songIds: readonly string[]
  /** What listeners type: beginnings of titles, of one to six letters. */
  readonly typed: readonly string[]
}

/** Inserts one musician with a running concert and a filled queue into the catalogue that ships with the project. */
export async function insertApiDataset(sql: Sql): Promise<ApiDataset> {
  const now = new Date()
  await seedCatalogue({ sql, now: () => now, songIndex: null })
  const songs = await sql.selectFrom('songs').select(['id', 'title']).orderBy('id').execute()
  const artistId = randomUUIDv7()
  const username = `api-${artistId.slice(-8)}`
  await sql
    .insertInto('artists')
    .values({
      id: artistId,
      username,
      usernameKey: username,
      email: `${username}@example.org`,
      consentEdition: CONSENT.date,
      passwordHash: 'nobody logs in with it',
      accountType: 'ARTIST',
      name: 'Артист замера',
      phoneNumber: null,
      sbpNumberId: null,
      numberCheckedAt: null,
      partnerId: null,
      createdAt: now,
    })
    .execute()
  await sql
    .insertInto('repertoire')
    .values(songs.slice(0, REPERTOIRE).map(({ id }) => ({ artistId, songId: id, addedAt: now })))
    .execute()
  const concertId = randomUUIDv7()
  await sql
    .insertInto('concerts')
    .values({
      id: concertId,
      artistId,
      title: 'Концерт замера',
      startsAt: now,
      endsAt: new Date(now.getTime() + HOUR_MS),
      status: 'NOW',
      active: true,
      placeName: 'Подвал',
      city: 'Москва',
      longitude: 37.62,
      latitude: 55.75,
      timeZone: 'Europe/Moscow',
      createdAt: now,
      startedAt: now,
      finishedAt: null,
    })
    .execute()
  const queue = songs.slice(0, QUEUE)
  await sql
    .insertInto('queueEntries')
    .values(
      queue.map(({ id }, at) => ({
        id: randomUUIDv7(),
        concertId,
        songId: id,
        status: 'SCHEDULED' as const,
        position: at + 1,
        createdAt: now,
        nowAt: null,
        closedAt: null,
      })),
    )
    .execute()
  const songIds = queue.map(({ id }) => id)
  const typed = songs.map(({ title }, at) => title.slice(0, 1 + (at % 6)).trim())
  return { username, concertId, songIds, typed: [...new Set(typed)].filter((text) => text !== '') }
}

let phone = 0
const fromAnyPhone = () => ({ 'x-forwarded-for': addressOf(phone++) })

export function searchRequest({ username, typed }: ApiDataset, turn: number): string {
  const query = new URLSearchParams({ input: typed[turn % typed.length] ?? '', username })
  const path = `${pathOf(api.songs.findSong)}?${query.toString()}`
  return requestText({ method: 'GET', path, headers: fromAnyPhone() })
}

export function queueRequest({ concertId }: ApiDataset): string {
  const path = pathOf(api.test.getQueueBySession)
  const body = { sessionId: concertId }
  return requestText({ method: 'POST', path, headers: fromAnyPhone(), body })
}

export function orderRequest({ username, concertId, songIds }: ApiDataset, turn: number): string {
  return requestText({
    method: 'POST',
    path: pathOf(api.songs.orderSong),
    headers: { ...fromAnyPhone(), 'idempotency-key': randomUUID() },
    body: {
      songId: songIds[turn % songIds.length],
      artistUsername: username,
      sessionId: concertId,
      title: '',
      artistName: '',
      imageUrl: '',
    },
  })
}

/** Of ten requests seven search, two read the queue, one orders. */
export function mixedRequest(dataset: ApiDataset, turn: number): string {
  if (turn % 10 === 4) return orderRequest(dataset, turn)
  return turn % 5 === 1 ? queueRequest(dataset) : searchRequest(dataset, turn)
}

/** A call that makes no database query once its flag is cached. */
export function flagRequest(): string {
  const path = `${pathOf(api.features.check)}?featureName=new-support-button`
  return requestText({ method: 'GET', path, headers: fromAnyPhone() })
}

/** A call that reads one row. */
export function oneSongRequest({ songIds }: ApiDataset, turn: number): string {
  const body = { songIds: [songIds[turn % songIds.length]] }
  return requestText({
    method: 'POST',
    path: pathOf(api.songs.byIds),
    headers: fromAnyPhone(),
    body,
  })
}
