import { useMemo, useRef, useState } from 'react'
import type { ClientLoaderFunctionArgs, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { useLoaderData, useNavigation } from 'react-router'
import { callFrom } from '#web/lib/call.ts'
import { pageMeta, publicUrlIn } from '#web/lib/page-meta.ts'
import { ConcertMap } from '#web/parts/map/concert-map.tsx'
import type { MapPin } from '#web/parts/map/map-pin.ts'
import { SiteFooter } from '#web/parts/site-footer.tsx'
import { SiteHeader } from '#web/parts/site-header.tsx'
import { LoadingWords } from '#web/ui/loading-words.tsx'
import { NothingRecommended } from './nothing-recommended.tsx'
import { placeIn } from './place.ts'
import { RecommendedCard } from './recommended-card.tsx'
import { ResultWays } from './result-ways.tsx'
import type { Recommended, ResultView } from './result-view.ts'
import { loadResult } from './result-view.ts'
import css from './search-result.module.css'

const TITLE = 'Рекомендации для вас'
/** A town and what lies around it. */
const NEAR_ZOOM = 9
const NO_NETWORK = 'Нет связи. Проверьте интернет и попробуйте ещё раз.'

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadResult(callFrom(context), request)

/** A network that is lost takes away the list, not the page. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>()
  } catch (failure) {
    if (failure instanceof Response) throw failure
    const place = placeIn(new URL(request.url).searchParams)
    return {
      wished: 0,
      place: place === 'wrong' ? null : place,
      wrongPlace: place === 'wrong',
      concerts: [],
      failed: NO_NETWORK,
    }
  }
}

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    title: `${TITLE} — Бис`,
    description: 'Концерты, на которых сыграют ваши песни, и те, что рядом с вами.',
    path: '/search/result',
    publicUrl: publicUrlIn(matches),
    noindex: true,
  })

function pinsOf(concerts: readonly Recommended[]): MapPin[] {
  return concerts.flatMap(({ concert: { id, title, artist, live }, point }) =>
    point === null ? [] : [{ id, title, href: `/user/${artist.username}/${id}`, live, ...point }],
  )
}

/** The concerts that fit a listener best, on a map and as cards. */
export default function SearchResult() {
  const view: ResultView = useLoaderData<typeof loader>()
  const { concerts, wished } = view
  const [selected, setSelected] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const pins = useMemo(() => pinsOf(concerts), [concerts])
  const busy = useNavigation().location?.pathname === '/search/result'

  function select(id: string) {
    setSelected(id)
    list.current?.querySelector(`[data-concert="${id}"]`)?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <>
      <SiteHeader />
      <main className={`wrap ${css.page}`}>
        <div className={css.top}>
          <h1 className="d-m">{TITLE}</h1>
          <ResultWays view={view} />
        </div>
        <div className={css.stage}>
          <ConcertMap
            pins={pins}
            selected={selected}
            onSelect={select}
            label="Рекомендации на карте"
            centre={view.place === null ? undefined : { ...view.place, zoom: NEAR_ZOOM }}
            className={css.map}
          />
        </div>
        <div className={css.cards}>
          {busy && <LoadingWords text="Ищем концерты…" />}
          {concerts.length === 0 && !busy && <NothingRecommended failed={view.failed} />}
          <ul ref={list} aria-label={TITLE} aria-busy={busy || undefined} className={css.list}>
            {concerts.map((one) => (
              <li
                key={one.concert.id}
                data-concert={one.concert.id}
                aria-current={one.concert.id === selected || undefined}
                className={css.card}
              >
                <RecommendedCard {...one} wished={wished} />
              </li>
            ))}
          </ul>
        </div>
      </main>
      <SiteFooter />
    </>
  )
}
