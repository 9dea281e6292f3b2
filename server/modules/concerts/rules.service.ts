import type { BodyOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import { usernameKey } from '#domain/accounts/account.ts'
import { admitArranging, noConcert, ownConcert, playLonger } from '#domain/concerts/concert.ts'
import { checkCodeWord } from '#domain/concerts/code-word.ts'
import { admitBarred } from '#domain/queue/barred-songs.ts'
import { mergeHostSongs } from '#domain/queue/host-songs.ts'
import type { proposeLastCall } from '#domain/queue/last-call.ts'
import {
  checkRules,
  DEFAULT_RULES,
  defaultsOf,
  rulesChanged,
  rulesFrom,
} from '#domain/queue/evening-rules.ts'
import type { AccountRules, EveningRules } from '#domain/queue/evening-rules.ts'
import { tellHall, transaction, wakeMoney } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { onceByKey } from '#server/platform/db/idempotency.ts'
import { noteCommand } from '#server/platform/db/order-effects.ts'
import { proposeLastCallOf } from '../queue/queue-view.service.ts'
import { applyRules } from '../queue/queue.service.ts'
import { addOwnSongs } from '../songs/songs.service.ts'
import { saveExtension } from './concert-changes.store.ts'
import { lockOwn } from './concert-lifecycle.service.ts'
import { showConcert } from './concert-views.service.ts'
import type { ConcertSummary } from './concert-views.service.ts'
import { concertRulesOf } from './concerts.store.ts'
import {
  accountRulesOf,
  barredSongsOf,
  defaultRulesOf,
  moveRuledSong,
  openSongsOf,
  saveBarredSongs,
  saveCodeWord,
  saveDefaultRules,
  saveOpenSongs,
  saveRules,
} from './rules.store.ts'
import type { BarredSong } from './rules.store.ts'

/** The rules of a concert as its artist sees them. */
type OwnRules = {
  readonly rules: EveningRules
  readonly account: AccountRules & { readonly payable: boolean }
  readonly openSongs: string[]
  readonly barredSongs: BarredSong[]
  readonly codeWord: string | null
  readonly pass: string | null
  readonly wrongWords: number
  readonly proposal: ReturnType<typeof proposeLastCall>
}

export async function rulesOfConcert(
  ctx: Context,
  artistId: string,
  concertId: string,
): Promise<OwnRules> {
  const concert = ownConcert(await concertRulesOf(ctx.sql, concertId), artistId)
  const rules = rulesFrom(concert.rules)
  const mayPropose = concert.status === 'NOW' && rules.lastCall !== 'closed' && !rules.byClock
  const [account, openSongs, barredSongs, proposal] = await Promise.all([
    accountRulesOf(ctx.sql, artistId),
    openSongsOf(ctx.sql, concertId),
    barredSongsOf(ctx.sql, concertId),
    mayPropose ? proposeLastCallOf(ctx, concertId, concert.endsAt) : null,
  ])
  const { codeWord, pass, wrongWords } = concert
  return { rules, account, openSongs, barredSongs, codeWord, pass, wrongWords, proposal }
}

/** What the viewer's own next announcement begins with; nothing for anybody else. */
export async function ownDefaults(
  { sql }: Context,
  artistUsername: string,
  viewer: { readonly id: string; readonly username: string } | null,
): Promise<{ rules?: Partial<EveningRules> }> {
  if (viewer === null || usernameKey(viewer.username) !== usernameKey(artistUsername)) return {}
  return { rules: await defaultRulesOf(sql, viewer.id) }
}

type SongsToBar = BodyOf<typeof api.artist.changeRules>['barredSongs']

/**
 * Changes the rules of a concert that is not over. `asDefault`: later announcements start with them too; `openSongs` and
 * `barredSongs`, which belong to this evening alone, stay unchanged when left out; with `knownBarred`, the barred songs
 * that the page showed, what the host of the evening changed meanwhile stays. Refuses NOT_FOUND, NOT_YOURS, ILLEGAL_STEP,
 * TOO_MANY, and VALIDATION at `money`, `turn`, `codeWord`, `title` and `artistName`.
 */
export async function changeRules(
  ctx: Context,
  artistId: string,
  wish: {
    readonly concertId: string
    /** Those left out stay unchanged. */
    readonly rules: Partial<EveningRules>
    readonly openSongs?: readonly string[] | undefined
    readonly barredSongs?: SongsToBar
    readonly knownBarred?: readonly string[] | undefined
    readonly codeWord?: string | null | undefined
    readonly asDefault?: boolean | undefined
  },
): Promise<OwnRules> {
  const { concertId, openSongs, barredSongs, knownBarred } = wish
  const codeWord = wish.codeWord === undefined ? undefined : checkCodeWord(wish.codeWord)
  await transaction(ctx, async (inside) => {
    const { sql } = inside
    const concert = await lockOwn(sql, artistId, concertId)
    admitArranging(concert)
    const before = rulesFrom(concert.rules)
    const rules = { ...before, ...wish.rules }
    const account = await accountRulesOf(sql, artistId)
    checkRules(rules, before, account)
    // Later concerts have no rules before.
    if (wish.asDefault === true) checkRules(defaultsOf(rules), DEFAULT_RULES, account)
    await saveRules(sql, concertId, rulesChanged(rules))
    await noteCommand(concertId, ctx.now()).execute(sql)
    if (codeWord !== undefined) await saveCodeWord(sql, concertId, codeWord)
    if (openSongs !== undefined) await saveOpenSongs(sql, concertId, openSongs)
    const barred =
      barredSongs && (await barSongs(inside, { artistId, concertId }, barredSongs, knownBarred))
    if (wish.asDefault === true)
      await saveDefaultRules(sql, artistId, rulesChanged(defaultsOf(rules)))
    await applyRules(inside, concertId, before, barred)
    tellHall(inside, concertId)
    wakeMoney(inside)
  })
  return rulesOfConcert(ctx, artistId, concertId)
}

/**
 * Replaces the songs that are not played in this concert, by its host: what is being paid or collected for one goes back. For a
 * caller whose transaction has the concert locked. Refuses TOO_MANY.
 */
export async function changeBarredSongs(
  inside: Context,
  concertId: string,
  songs: NonNullable<SongsToBar>,
): Promise<void> {
  const concert = await concertRulesOf(inside.sql, concertId)
  if (concert === undefined) throw noConcert()
  const barred = await barSongs(inside, { ...concert, concertId, byHost: true }, songs)
  await applyRules(inside, concertId, rulesFrom(concert.rules), barred)
  tellHall(inside, concertId)
  wakeMoney(inside)
}

/** Puts another song into the place of one among those that are open or barred at an artist's concerts. */
export const moveSongOfConcerts = (
  { sql }: Context,
  move: { artistId: string; songId: string; to: string },
): Promise<void> => moveRuledSong(sql, move)

/** The songs that are not played in a concert, by title. */
export const barredIn = ({ sql }: Context, concertId: string): Promise<BarredSong[]> =>
  barredSongsOf(sql, concertId)

/**
 * Replaces the songs that are not played this evening, or merges those of a page that knew the songs `known`; returns the
 * ids of those that were played until now.
 */
async function barSongs(
  inside: Context,
  {
    artistId,
    concertId,
    byHost = false,
  }: { artistId: string; concertId: string; byHost?: boolean },
  songs: NonNullable<SongsToBar>,
  known?: readonly string[],
): Promise<string[]> {
  const typed = await addOwnSongs(
    inside,
    artistId,
    songs.filter(({ songId }) => songId === null),
    byHost ? concertId : undefined,
  )
  const named = [...songs.flatMap(({ songId }) => songId ?? []), ...typed.map(({ id }) => id)]
  if (known === undefined) return saveBarredSongs(inside.sql, concertId, named)
  const withIds = (ids: readonly string[]) => ids.map((id) => ({ id }))
  const stored = (await barredSongsOf(inside.sql, concertId)).map(({ songId }) => songId)
  const merged = mergeHostSongs(withIds(stored), withIds(named), known).map(({ id }) => id)
  admitBarred(merged.length)
  return saveBarredSongs(inside.sql, concertId, merged)
}

/** «Играем дольше»: moves the end of a running concert, once for each key. Refuses NOT_FOUND, NOT_YOURS, ILLEGAL_STEP, IDEMPOTENCY_CONFLICT. */
export async function playConcertLonger(
  ctx: Context,
  artistId: string,
  { until, ...wish }: { readonly sessionId: string; readonly minutes: number; until?: string },
  idempotencyKey: string | null,
): Promise<ConcertSummary> {
  const { sessionId: id, minutes } = wish
  await transaction(ctx, (inside) =>
    onceByKey(inside.sql, 'artist/play-longer', idempotencyKey, wish, ctx.now(), async (sql) => {
      const shown = until === undefined ? undefined : new Date(until)
      const concert = await lockOwn(sql, artistId, id)
      await saveExtension(sql, playLonger(concert, { minutes, until: shown }, ctx.now()))
      tellHall(inside, id)
      return true
    }),
  )
  return showConcert(ctx, id, { viewer: artistId })
}
