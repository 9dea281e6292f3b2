import type { AnswerOf, BodyOf } from '#contract/endpoint.ts'
import type { HostOfArtist, HostView } from '#contract/host.ts'
import { api } from '#contract/index.ts'
import { admitArranging, ownConcert } from '#domain/concerts/concert.ts'
import { admitBarred } from '#domain/queue/barred-songs.ts'
import { isHeldBack } from '#domain/queue/held-texts.ts'
import {
  admitHost,
  admitHostSongs,
  checkMoment,
  mergeHostSongs,
  withoutDoubles,
} from '#domain/queue/host-songs.ts'
import { WORDS_KEPT_DAYS } from '#domain/queue/order-words.ts'
import { Refusal } from '#domain/refusal.ts'
import { DAY_MS } from '#domain/time.ts'
import { songKey } from '#packages/song-search/song-text.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { qrSquare } from '#server/platform/qr-svg.ts'
import { concertFacts } from '#server/platform/db/concert-facts.ts'
import { hashToken, lockLogin, newToken } from '../accounts/tokens.service.ts'
import type { LoggedIn } from '../accounts/tokens.service.ts'
import { barredIn, changeBarredSongs } from '../concerts/rules.service.ts'
import { queueEntries } from '../queue/queue-view.service.ts'
import { lockQueue } from '../queue/queue.service.ts'
import { addOwnSongs, songsByIds } from '../songs/songs.service.ts'
import { saveWithQueue } from './host-queue.service.ts'
import {
  barredIds,
  concertOfToken,
  eraseHosts,
  hostedConcert,
  hostSongsOf,
  linkOf,
  markOpened,
  removeLink,
  saveHostSongs,
  saveLink,
  setClosed,
} from './hosts.store.ts'
import type { HostedConcert, HostSongRow } from './hosts.store.ts'

/** A token with this prefix is a host's. */
const PREFIX = 'hl-'

/** Returns the concert of a host's token; null for another token, for a link that was called back, and of a blocked artist. */
export async function hostOfToken(ctx: Context, token: string) {
  if (!token.startsWith(PREFIX)) return null
  const hash = hashToken(token)
  const found = await concertOfToken(ctx.sql, hash)
  if (found === undefined) return null
  return {
    id: '',
    username: '',
    role: 'ARTIST' as const,
    token: { hash, openedAt: found.createdAt, provedAt: null },
    host: { concertId: found.concertId },
  }
}

const noLink = () => new Refusal('NOT_FOUND', 'Ссылки хозяина вечера уже нет')

/** The link of a concert and what its host wrote, for the artist. Refuses NOT_FOUND and NOT_YOURS. */
export async function hostForArtist(
  { sql }: Context,
  artistId: string,
  concertId: string,
): Promise<HostOfArtist> {
  ownConcert(await concertFacts(sql, concertId), artistId)
  const [link, songs] = await Promise.all([linkOf(sql, concertId), hostSongsOf(sql, concertId)])
  return {
    link: link ?? null,
    songs: songs.flatMap((song) => (song.moment === null ? [wantedOf(song)] : [])),
    moments: songs.flatMap(({ moment, words, ...song }) => {
      if (moment === null) return []
      const held = song.held && song.openedAt === null
      const texts = held ? { moment: '', words: '' } : { moment, words }
      return [{ ...wantedOf(song), ...texts, held }]
    }),
  }
}

type Stored = Awaited<ReturnType<typeof hostSongsOf>>[number]
type Named = Omit<Stored, 'moment' | 'words'>

const wantedOf = ({ id, songId, title, artistName, status }: Named) => ({
  id,
  songId,
  title,
  artistName,
  status,
})

/**
 * Makes the link of a concert's host; the one before opens nothing any more. The token is after «#», so that it gets
 * into no proxy's log. Refuses NOT_FOUND, NOT_YOURS, and ILLEGAL_STEP where the concert is over.
 */
export async function makeHostLink(
  ctx: Context,
  artist: LoggedIn,
  concertId: string,
): Promise<AnswerOf<typeof api.artist.makeHostLink>> {
  const token = PREFIX + newToken()
  await transaction(ctx, async (inside) => {
    const { sql, now } = inside
    await lockLogin(inside, artist)
    admitArranging(ownConcert(await concertFacts(sql, concertId), artist.id))
    await saveLink(sql, { concertId, tokenHash: hashToken(token), createdAt: now() })
  })
  const link = `${ctx.publicUrl}/host#${token}`
  return { link, qr: qrSquare(link).svg() }
}

/** Closes the host's lists, or opens them again. Refuses NOT_FOUND, NOT_YOURS, and ILLEGAL_STEP where the concert is over. */
export async function closeHostLists(
  ctx: Context,
  artistId: string,
  { sessionId, closed }: BodyOf<typeof api.artist.closeHostLists>,
): Promise<HostOfArtist> {
  const { sql, now } = ctx
  admitArranging(ownConcert(await concertFacts(sql, sessionId), artistId))
  if (!(await setClosed(sql, sessionId, closed ? now() : null))) throw noLink()
  return hostForArtist(ctx, artistId, sessionId)
}

/** Refuses NOT_FOUND, also where it is revoked already, and NOT_YOURS. */
export async function revokeHostLink(
  { sql }: Context,
  artistId: string,
  concertId: string,
): Promise<void> {
  ownConcert(await concertFacts(sql, concertId), artistId)
  if (!(await removeLink(sql, concertId))) throw noLink()
}

/** Opens the texts of a moment that the word filter held back. Refuses NOT_FOUND and NOT_YOURS. */
export async function openMoment(
  ctx: Context,
  artistId: string,
  { sessionId, id }: BodyOf<typeof api.artist.openMoment>,
): Promise<HostOfArtist> {
  await transaction(ctx, async (inside) => {
    const { sql, now } = inside
    await lockQueue(inside, sessionId)
    const { status } = ownConcert(await concertFacts(sql, sessionId), artistId)
    const before = await hostSongsOf(sql, sessionId)
    if (!before.some((song) => song.id === id && song.moment !== null))
      throw new Refusal('NOT_FOUND', 'Этого момента уже нет')
    const opened = (song: Stored) => ({ ...song, openedAt: song.openedAt ?? now() })
    const songs = before.map((song) => (song.id === id ? opened(song) : song))
    await save(inside, sessionId, { songs, before, running: status === 'NOW' })
  })
  return hostForArtist(ctx, artistId, sessionId)
}

type Change = {
  readonly songs: readonly HostSongRow[]
  readonly before: readonly HostSongRow[]
  /** The concert has a queue to lay them into. */
  readonly running: boolean
}

async function save(inside: Context, concertId: string, { running, ...change }: Change) {
  if (running) return saveWithQueue(inside, concertId, change)
  await saveHostSongs(inside.sql, concertId, change.songs)
}

/** What the host of a concert sees. */
export async function hostView(ctx: Context, concertId: string): Promise<HostView> {
  const concert = await hostedConcert(ctx.sql, concertId)
  if (concert === undefined) throw calledBack()
  await markOpened(ctx.sql, concertId, ctx.now())
  const [songs, barred, queue] = await Promise.all([
    hostSongsOf(ctx.sql, concertId),
    barredIn(ctx, concertId),
    queueEntries(ctx, concertId),
  ])
  return {
    session: {
      id: concert.id,
      title: concert.title,
      artistUsername: concert.username,
      artistName: concert.artistName === '' ? concert.username : concert.artistName,
      dateTimeStart: concert.startsAt.toISOString(),
      timeZone: concert.timeZone,
      sessionStatus: concert.status,
      unpublished: concert.publishAt !== null,
      pass: concert.pass,
    },
    closed: concert.closed,
    songs: songs.flatMap((song) => (song.moment === null ? [wantedOf(song)] : [])),
    moments: songs.flatMap(({ moment, words, ...song }) =>
      moment === null ? [] : [{ ...wantedOf(song), moment, words }],
    ),
    barred,
    queue: queue.map(({ collected: _sum, goal: _goal, minSongAmount: _least, ...entry }) => entry),
  }
}

/** A link that was called back while the request came. */
const calledBack = () => new Refusal('NO_TOKEN', 'Артист отозвал эту ссылку')

type Saved = BodyOf<typeof api.host.saveSongs>
type Typed = Saved['songs'][number] & { moment: string | null; words: string }

/**
 * Saves what must be played and the moments; while the concert runs they come into its queue at once. Refuses
 * ILLEGAL_STEP once the concert is over and while the lists are closed, for a song that is named twice or not to be
 * played, and for lists that are too long; NOT_FOUND for a song that is gone; VALIDATION at `title`, `artistName`,
 * `moment`, `words`; TOO_MANY.
 */
export async function saveLists(
  ctx: Context,
  concertId: string,
  { songs, moments, knownIds }: Saved,
): Promise<HostView> {
  const typed: Typed[] = [
    ...songs.map((song) => ({ ...song, moment: null, words: '' })),
    ...moments.map((song) => ({ ...song, ...checkMoment(song) })),
  ]
  await transaction(ctx, async (inside) => {
    const { status, artistId } = await lockHosted(inside, concertId)
    const before = await hostSongsOf(inside.sql, concertId)
    const named = await withSongs(inside, { artistId, concertId }, typed)
    const had = new Map(before.map((song) => [song.id, song]))
    const rows = named.map((song): Stored => rowOf(song, had.get(song.id)))
    const merged = mergeHostSongs(before, withoutDoubles(before, rows, knownIds), knownIds)
    admitHostSongs(merged, await barredIds(inside.sql, concertId))
    // What another phone added to the first list comes before the moments.
    const after = [
      ...merged.filter(({ moment }) => moment === null),
      ...merged.filter(({ moment }) => moment !== null),
    ]
    await save(inside, concertId, { songs: after, before, running: status === 'NOW' })
  })
  return hostView(ctx, concertId)
}

type NamedSong = Typed & { readonly songId: string }

/** What is stored of a song as the host wrote it now. */
function rowOf({ id, songId, title, artistName, moment, words }: NamedSong, had?: Stored): Stored {
  const isSame = had?.songId === songId
  const saysSame = had?.moment === moment && had.words === words
  return {
    id,
    songId,
    title,
    artistName,
    moment,
    words,
    held: moment !== null && isHeldBack(moment, words),
    openedAt: saysSame ? had.openedAt : null,
    // Another song of the same moment is a new entry.
    entryId: isSame ? had.entryId : null,
    brought: isSame && had.brought,
    status: isSame ? had.status : null,
  }
}

/** Each with its song of the catalogue; what the host typed becomes one. */
async function withSongs(
  inside: Context,
  { artistId, concertId }: { artistId: string; concertId: string },
  typed: readonly Typed[],
): Promise<NamedSong[]> {
  const fresh = typed.filter(({ songId }) => songId === null)
  const own = await addOwnSongs(inside, artistId, fresh, concertId)
  const byKey = new Map(own.map(({ id, key }) => [key, id]))
  const known = typed.flatMap(({ songId }) => songId ?? [])
  const titles = new Map((await songsByIds(inside, known)).map((song) => [song.id, song]))
  return typed.map((song): NamedSong => {
    if (song.songId === null) {
      const songId = byKey.get(songKey(song.title, song.artistName))
      if (songId === undefined) throw new Error('a typed song was stored and is not there')
      return { ...song, songId }
    }
    const found = titles.get(song.songId)
    if (found === undefined) throw new Refusal('NOT_FOUND', 'Такой песни нет в каталоге')
    return { ...song, songId: found.id, title: found.title, artistName: found.artistName }
  })
}

/** Adds songs to «Не играть», and takes some out. Refuses as `saveLists`. */
export async function saveBarred(
  ctx: Context,
  concertId: string,
  { add, remove }: BodyOf<typeof api.host.saveBarred>,
): Promise<HostView> {
  await transaction(ctx, async (inside) => {
    await lockHosted(inside, concertId)
    const removed = new Set(remove)
    const before = await barredIn(inside, concertId)
    const kept = before.filter(({ songId }) => !removed.has(songId))
    admitBarred(kept.length + add.length)
    await changeBarredSongs(inside, concertId, [...kept, ...add])
    admitHostSongs(await hostSongsOf(inside.sql, concertId), await barredIds(inside.sql, concertId))
  })
  return hostView(ctx, concertId)
}

/** Locks the concert of a host who may change his lists. */
async function lockHosted(inside: Context, concertId: string): Promise<HostedConcert> {
  await lockQueue(inside, concertId)
  const concert = await hostedConcert(inside.sql, concertId)
  if (concert === undefined) throw calledBack()
  admitHost(concert)
  return concert
}

/** Erases what hosts wrote, and their links, 30 days after the concert. */
export function forgetHosts({ sql, now }: Context): Promise<void> {
  return eraseHosts(sql, new Date(now().getTime() - WORDS_KEPT_DAYS * DAY_MS))
}
