import { randomUUIDv7 } from 'node:crypto'
import type { ArtistWords } from '#contract/artist-words.ts'
import { admitWord, checkWord, nextWordAt, WORDS_SPAN_MS } from '#domain/artist-words.ts'
import { ownConcert } from '#domain/concerts/concert.ts'
import { Refusal } from '#domain/refusal.ts'
import { HOUR_MS } from '#domain/time.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { lockArtistRow } from '#server/platform/db/tx.ts'
import { followersOf } from '../notifications/follows.service.ts'
import { lockWordNews, noteWordNews, toldOfWords } from '../notifications/news.service.ts'
import { addWord, concertOfWord, dropWord, saidSince, wordsOfArtist } from './artist-words.store.ts'

const isRecent = (at: Date, now: Date) => now.getTime() - at.getTime() < HOUR_MS
const spanBegins = (now: Date) => new Date(now.getTime() - WORDS_SPAN_MS)

/** What the artist said to his followers, and when he may again. */
export async function artistWordsView(ctx: Context, artistId: string): Promise<ArtistWords> {
  const { sql } = ctx
  const now = ctx.now()
  const words = await wordsOfArtist(sql, artistId)
  const told = await toldOfWords(
    ctx,
    artistId,
    words.map(({ id }) => id),
  )
  return {
    followers: await followersOf(ctx, artistId),
    nextAt: nextWordAt(await saidSince(sql, artistId, spanBegins(now)), now)?.toISOString() ?? null,
    words: words.map(({ id, text, concertId, concertTitle, madeAt }) => ({
      id,
      text,
      concert:
        concertId === null || concertTitle === null ? null : { id: concertId, title: concertTitle },
      madeAt: madeAt.toISOString(),
      told: told.get(id)?.told ?? null,
      waits: told.get(id)?.waits ?? false,
    })),
  }
}

/** Says a word to the followers; they get it after the rest of all news. Refuses VALIDATION at `text`, NOT_FOUND, NOT_YOURS, TOO_MANY. */
export async function sayWord(
  ctx: Context,
  artistId: string,
  said: { readonly text: string; readonly sessionId: string | null },
): Promise<string> {
  const text = checkWord(said.text)
  const concertId = said.sessionId
  return transaction(ctx, async (inside) => {
    const { sql } = inside
    const now = inside.now()
    await lockArtistRow(sql, artistId)
    const [last] = await wordsOfArtist(sql, artistId)
    // Its answer was lost, and it came again.
    if (last?.text === text && last.concertId === concertId && isRecent(last.madeAt, now))
      return last.id
    admitWord(await saidSince(sql, artistId, spanBegins(now)), now)
    if (concertId !== null) {
      const { invites } = ownConcert(await concertOfWord(sql, concertId), artistId)
      if (!invites)
        throw new Refusal('NOT_FOUND', 'Позвать можно на открытый концерт, который не кончился')
    }
    const id = randomUUIDv7()
    await addWord(sql, { id, artistId, text, concertId, madeAt: now })
    await noteWordNews(inside, artistId, id)
    return id
  })
}

/** Takes a word back before anybody gets it. Refuses NOT_FOUND, and ILLEGAL_STEP once it is being sent. */
export async function takeWordBack(ctx: Context, artistId: string, id: string): Promise<true> {
  await transaction(ctx, async (inside) => {
    const waits = await lockWordNews(inside, artistId, id)
    if (waits === null) throw new Refusal('NOT_FOUND', 'Такого слова нет')
    if (!waits) throw new Refusal('ILLEGAL_STEP', 'Слово уже уходит, забрать нельзя')
    await dropWord(inside.sql, artistId, id)
  })
  return true
}
