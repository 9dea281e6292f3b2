import { useEffect } from 'react'
import { useLoaderData, useNavigation, useRevalidator } from 'react-router'
import type {
  ClientLoaderFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
  ShouldRevalidateFunctionArgs,
} from 'react-router'
import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { plural } from '#domain/russian.ts'
import { inTown } from '#domain/town-case.ts'
import { CallFailed, NO_NETWORK, sentenceOf } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import { callFrom } from '#web/lib/calls/call.ts'
import { serverApi } from '#web/lib/calls/server-api.ts'
import type { ServerApi } from '#web/lib/calls/server-api.ts'
import { pageMeta, publicUrlIn } from '#web/lib/pages/page-meta.ts'
import { foundConcert } from '#web/parts/concerts/found-concert.ts'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { SiteFooter } from '#web/parts/frame/site-footer.tsx'
import { SiteHeader } from '#web/parts/frame/site-header.tsx'
import { townOf } from '#web/parts/towns/town-choice.ts'
import { Beat } from '#web/ui/status/beat.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { SongWishSearch, useWishes, WishedChips } from '../song-wish/song-wish-search.tsx'
import type { Wishes } from '../song-wish/wished-songs.ts'
import { loadWishes } from '../song-wish/wished-songs.ts'
import { ConcertList } from './concert-list.tsx'
import type { Filters } from './filters.ts'
import { EVERYWHERE, NO_FILTERS, searchHref, shownIn, wishOf } from './filters.ts'
import { nearTowns } from './near-towns.ts'
import { SearchFilters } from './search-filters.tsx'
import type { SearchView } from './search-view.ts'
import { emptyView, viewWithout } from './search-view.ts'
import css from './search.module.css'

/** The most that one call returns. */
const MOST_AT_ONCE = 100

/** Loads what the address and the listener's songs ask for. */
async function loadSearch(
  call: Caller,
  request: Request,
  firstLook: ServerApi['firstLook'],
): Promise<SearchView> {
  const { searchParams } = new URL(request.url)
  const wishes = await loadWishes(call, request)
  const view = await withGuess(emptyView(wishes, searchParams), searchParams, firstLook)
  if (wishes.failed !== null) return { ...view, failed: wishes.failed }
  try {
    const { filters, wrong, where, town } = await checkedTown(call, view)
    const checked = { ...view, filters, wrong, where }
    if (Object.keys(wrong).length > 0) return checked
    const [list, matched] = await Promise.all([
      concertsUpTo(call, filters, shownIn(searchParams)),
      matchesOf(call, filters, wishes),
    ])
    const isQuiet = list.concerts.length === 0 && town !== null
    const near = isQuiet
      ? nearTowns(
          town,
          await call(api.session.searchLocations, { body: wishOf({ ...filters, city: '' }) }),
        )
      : []
    return { ...checked, ...list, ...matched, near }
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    return { ...view, failed: sentenceOf(failure) }
  }
}

/** A visitor who has said nothing begins in the town of his network address. */
async function withGuess(
  view: SearchView,
  search: URLSearchParams,
  firstLook: ServerApi['firstLook'],
): Promise<SearchView> {
  if (search.has('city') || search.has(EVERYWHERE)) return view
  const city = (await firstLook())?.town ?? ''
  return city === '' ? view : { ...view, guessed: true, filters: { ...view.filters, city } }
}

async function checkedTown(call: Caller, { filters, wrong }: SearchView) {
  if (filters.city === '') return { filters, wrong, where: '', town: null }
  const { town, others } = await townOf(call, filters.city)
  if (town !== null)
    return { filters: { ...filters, city: town.name }, wrong, where: inTown(town.name), town }
  const [like] = others
  const guess = like === undefined ? 'Проверьте название.' : `Может быть, ${like.name}?`
  const city = `Такого города не нашлось. ${guess}`
  return { filters, wrong: { ...wrong, city }, where: '', town: null }
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
  const known = new Map(recommended.map(({ id, match }) => [id, match]))
  const titleOf = new Map(wished.map(({ songId, title }) => [songId, title]))
  const matches = Object.fromEntries(
    matching.map(({ id }) => {
      const { songs: played = 0, songIds = [] } = known.get(id) ?? {}
      const titles = songIds.flatMap((songId) => titleOf.get(songId) ?? [])
      return [id, { songs: played, titles, distanceKm: null }]
    }),
  )
  return { matches, count: matching.length }
}

type MatchCountProps = {
  view: SearchView
}

const MOST_COUNTED = 100

/** The number of concerts with the listener's songs, and the link to them. */
function MatchCount({ view: { filters, count } }: MatchCountProps) {
  const { state } = useRevalidator()
  const turning = useNavigation().state
  const counting = state !== 'idle' || turning !== 'idle'
  // There is no count: the filters are wrong, or the server did not respond.
  if (count === null && !counting) return null
  return (
    <div className={css.count}>
      <output aria-busy={counting || undefined} className={css.words}>
        {count === null ? <Beat /> : <b>{count >= MOST_COUNTED ? `${MOST_COUNTED}+` : count}</b>}{' '}
        <span>
          {count === null
            ? 'Считаем концерты…'
            : `${plural(count, 'концерт', 'концерта', 'концертов')} с вашими песнями`}
        </span>
      </output>
      {count !== 0 && (
        <Button
          href={searchHref(filters).replace('search', 'search/result')}
          size="s"
          variant="primary"
        >
          Смотреть<span className="sr"> рекомендации</span>
        </Button>
      )}
    </div>
  )
}

const WishInTown = lazyPart('web/features/search/song-wish/wish-in-town.tsx', async () => {
  const { WishInTown: Part } = await import('../song-wish/wish-in-town.tsx')
  return Part
})

const TITLE = 'Найти концерт'

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadSearch(callFrom(context), request, context.get(serverApi).firstLook)

/** The data that the page showed last, as long as there is no newer response. */
let lastView: SearchView | null = null

/** A lost network only removes the list, not the page. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>()
  } catch (failure) {
    if (failure instanceof Response) throw failure
    return viewWithout(lastView, new URL(request.url), NO_NETWORK)
  }
}

/** A new `shown` alone loads nothing: the page already has those concerts. */
export function shouldRevalidate(turn: ShouldRevalidateFunctionArgs) {
  const words = ({ pathname, searchParams }: URL) => {
    const asked = new URLSearchParams(searchParams)
    asked.delete('shown')
    return `${pathname}?${asked.toString()}`
  }
  const onlyMore =
    turn.currentUrl.search !== turn.nextUrl.search && words(turn.currentUrl) === words(turn.nextUrl)
  return turn.defaultShouldRevalidate && !onlyMore
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const where = loaderData?.where ?? ''
  const title = where === '' || loaderData?.guessed === true ? TITLE : `Концерты ${where}`
  const guessed = loaderData?.guessed === true
  const city = where === '' || guessed ? '' : (loaderData?.filters.city ?? '')
  return pageMeta({
    title: `${title} — Бис`,
    description: `${where === '' ? 'Концерты' : title}, на которых песни заказывает зал: по вашим песням, дате и городу.`,
    path: searchHref({ ...NO_FILTERS, city }),
    publicUrl: publicUrlIn(matches),
  })
}

/** Concerts by songs, dates and town. */
export default function Search() {
  const view: SearchView = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const list = useWishes(view.wishes, () => void revalidate())
  useEffect(() => {
    lastView = view
  }, [view])
  return (
    <>
      <SiteHeader />
      <main id="main" className={`wrap ${css.page}`}>
        <div className={css.filters}>
          <h1 className="d-l">{TITLE}</h1>
          <SearchFilters view={view} />
          <SongWishSearch
            wishes={view.wishes}
            list={list}
            hidden={Object.entries(view.filters).map(
              ([name, value]) =>
                value !== '' && <input key={name} type="hidden" name={name} value={value} />,
            )}
          />
          <WishedChips list={list} />
          {list.songs.length > 0 && <MatchCount view={view} />}
          {list.songs.length > 0 && view.count === 0 && (
            <WishInTown
              songs={list.songs}
              town={view.filters.city}
              ofDays={view.filters.from !== '' || view.filters.till !== ''}
            />
          )}
        </div>
        <ConcertList view={view} wished={list.songs.length} />
      </main>
      <SiteFooter />
    </>
  )
}
