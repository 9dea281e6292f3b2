import { useEffect } from 'react'
import type {
  ActionFunctionArgs,
  ClientLoaderFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
  ShouldRevalidateFunctionArgs,
} from 'react-router'
import { useLoaderData, useRevalidator } from 'react-router'
import { callFrom } from '#web/lib/call.ts'
import { pageMeta, publicUrlIn } from '#web/lib/page-meta.ts'
import { serverDoor } from '#web/lib/server-door.ts'
import { SiteFooter } from '#web/parts/site-footer.tsx'
import { SiteHeader } from '#web/parts/site-header.tsx'
import { postWish } from '#web/parts/song-wish/post-wish.ts'
import { SongWishSearch } from '#web/parts/song-wish/song-wish-search.tsx'
import { useWishes } from '#web/parts/song-wish/use-wishes.ts'
import { ConcertList } from './concert-list.tsx'
import { NO_FILTERS, searchHref } from './filters.ts'
import { loadSearch } from './load-search.ts'
import { MatchCount } from './match-count.tsx'
import { SearchFilters } from './search-filters.tsx'
import type { SearchView } from './search-view.ts'
import { viewWithout } from './search-view.ts'
import { WishedChips } from './wished-chips.tsx'
import css from './search.module.css'

const TITLE = 'Найти концерт'
const NO_NETWORK = 'Нет связи. Проверьте интернет и попробуйте ещё раз.'

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadSearch(callFrom(context), request)

/** What the page showed last, for as long as it has no other answer. */
let held: SearchView | null = null

/** A network that is lost takes away the list, not the page. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>()
  } catch (failure) {
    if (failure instanceof Response) throw failure
    return viewWithout(held, new URL(request.url), NO_NETWORK)
  }
}

/** More of the list stands on the page before its address says so. */
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

export const action = ({ request, context }: ActionFunctionArgs) =>
  postWish(request, context.get(serverDoor).secure)

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const where = loaderData?.where ?? ''
  const title = where === '' ? TITLE : `Концерты ${where}`
  const city = where === '' ? '' : (loaderData?.filters.city ?? '')
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
    held = view
  }, [view])
  return (
    <>
      <SiteHeader />
      <main className={`wrap ${css.page}`}>
        <h1 className={`d-l ${css.title}`}>{TITLE}</h1>
        <div className={css.filters}>
          <SongWishSearch
            label="Какую песню услышать"
            wishes={view.wishes}
            list={list}
            hidden={Object.entries(view.filters).map(
              ([name, value]) =>
                value !== '' && <input key={name} type="hidden" name={name} value={value} />,
            )}
          />
          <WishedChips list={list} />
          {list.songs.length > 0 && <MatchCount count={view.count} />}
          <SearchFilters filters={view.filters} wrong={view.wrong} />
        </div>
        <ConcertList view={view} wished={list.songs.length} />
      </main>
      <SiteFooter />
    </>
  )
}
