import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { inTown } from '#domain/town-case.ts'
import { CallFailed, sentenceOf } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import { foundConcert } from '#web/parts/found-concert.ts'
import { townOf } from '#web/parts/map-screen/town-choice.ts'
import type { Wishes } from '#web/parts/song-wish/load-wishes.ts'
import { loadWishes } from '#web/parts/song-wish/load-wishes.ts'
import type { Filters } from './filters.ts'
import { wishOf } from './filters.ts'
import { shownIn } from './part-of-list.ts'
import type { SearchView } from './search-view.ts'
import { emptyView } from './search-view.ts'

/** As many as one call gives. */
const MOST_AT_ONCE = 100

/** What the address and the listener's songs ask for. */
export async function loadSearch(call: Caller, request: Request): Promise<SearchView> {
  const { searchParams } = new URL(request.url)
  const wishes = await loadWishes(call, request)
  const view = emptyView(wishes, searchParams)
  if (wishes.failed !== null) return { ...view, failed: wishes.failed }
  try {
    const { filters, wrong, where } = await checkedTown(call, view)
    const checked = { ...view, filters, wrong, where }
    if (Object.keys(wrong).length > 0) return checked
    const [list, matched] = await Promise.all([
      concertsUpTo(call, filters, shownIn(searchParams)),
      matchesOf(call, filters, wishes),
    ])
    return { ...checked, ...list, ...matched }
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    return { ...view, failed: sentenceOf(failure) }
  }
}

async function checkedTown(call: Caller, { filters, wrong }: SearchView) {
  if (filters.city === '') return { filters, wrong, where: '' }
  const { town, others } = await townOf(call, filters.city)
  if (town !== null)
    return { filters: { ...filters, city: town.name }, wrong, where: inTown(town.name) }
  const [like] = others
  const guess = like === undefined ? 'Проверьте название.' : `Может быть, ${like.name}?`
  return { filters, wrong: { ...wrong, city: `Такого города не нашлось. ${guess}` }, where: '' }
}

/** The first concerts of the list, so many as were seen before the page was left. */
async function concertsUpTo(call: Caller, filters: Filters, shown: number) {
  const found: Session[] = []
  let whole = false
  while (!whole && found.length <= shown) {
    const cursor = found.at(-1)?.id
    const limit = Math.min(MOST_AT_ONCE, shown + 1 - found.length)
    const body = { ...wishOf(filters), limit, ...(cursor !== undefined && { cursor }) }
    const part = await call(api.session.getSessions, { body })
    found.push(...part)
    whole = part.length < limit
  }
  return { concerts: found.slice(0, shown).map(foundConcert), more: found.length > shown }
}

async function matchesOf(call: Caller, filters: Filters, { wished }: Wishes) {
  const songs = wished.map(({ songId }) => songId)
  if (songs.length === 0) return { matches: {}, count: null }
  const coords = { longitude: null, latitude: null }
  const [matching, recommended] = await Promise.all([
    call(api.session.getSessions, {
      body: { ...wishOf(filters), songIds: songs, limit: MOST_AT_ONCE },
    }),
    call(api.session.searchRecommended, { body: { coords, songs } }),
  ])
  const known = new Map(recommended.map(({ id, match }) => [id, match.songs]))
  const matches = Object.fromEntries(matching.map(({ id }) => [id, known.get(id) ?? 0]))
  return { matches, count: matching.length }
}
