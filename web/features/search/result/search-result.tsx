import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import {
  useLoaderData,
  useNavigate,
  useNavigation,
  useRevalidator,
  useSearchParams,
} from 'react-router'
import type { ClientLoaderFunctionArgs, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { runningAction } from '#domain/concerts/running-action.ts'
import { numberTo, plural } from '#domain/russian.ts'
import { NO_NETWORK } from '#web/lib/calls/call-failed.ts'
import { callFrom } from '#web/lib/calls/call.ts'
import { devicePosition } from '#web/parts/map/map-view.ts'
import { pageMeta, publicUrlIn } from '#web/lib/pages/page-meta.ts'
import { ConcertMap } from '#web/parts/map/concert-map.tsx'
import type { MapPin } from '#web/parts/map/map-view.ts'
import { Poster } from '#web/parts/concerts/poster.tsx'
import { SiteFooter } from '#web/parts/frame/site-footer.tsx'
import { SiteHeader } from '#web/parts/frame/site-header.tsx'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { X } from '#web/ui/icons/icons.tsx'
import { ListMusic, LocateFixed } from '#web/ui/icons/more-icons.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { MatchReason, NobodyPlays } from '../search-parts.tsx'
import { loadResult } from './load-result.ts'
import type { Recommended, ResultView } from './result-view.ts'
import { nearHref, placeIn } from './result-view.ts'
import css from './search-result.module.css'

type ResultWaysProps = { view: ResultView }

/** What the recommendations are based on, and how to change it. */
function ResultWays({
  view: { filtered, searchHref, place, wished, wrongPlace },
}: ResultWaysProps) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const hydrated = useHydrated()
  const [locating, setLocating] = useState(false)
  const [mine, setMine] = useState<Awaited<ReturnType<typeof devicePosition>>>(null)
  const [lost, setLost] = useState(false)
  const idle = useNavigation().state === 'idle'

  async function lookNear() {
    setLocating(true)
    setLost(false)
    const found = await devicePosition()
    setLocating(false)
    setLost(found === null)
    setMine(found)
  }
  // The listener may have gone on meanwhile.
  const goNear = useEffectEvent((found: NonNullable<typeof mine>) => {
    if (idle) void navigate(nearHref(search, found), { replace: place !== null })
  })
  useEffect(() => {
    if (mine !== null) goNear(mine)
  }, [mine])

  return (
    <>
      <p className="muted">
        {filtered !== '' && <b>{filtered}. </b>}
        {basisOf(wished, place !== null)}
      </p>
      <div className="flow">
        <Button href={searchHref} size="s" icon={<ListMusic />}>
          {wished === 0 ? 'Выбрать песни' : 'Изменить песни'}
        </Button>
        {hydrated && (
          <Button
            size="s"
            icon={<LocateFixed />}
            loading={locating}
            onClick={() => void lookNear()}
          >
            Рядом со мной
          </Button>
        )}
        {place !== null && (
          <Button href={nearHref(search, null)} size="s" variant="text" icon={<X />}>
            Не учитывать, где я
          </Button>
        )}
      </div>
      {lost && (
        <p role="alert">
          Не удалось узнать, где вы. Разрешите браузеру доступ к геолокации и попробуйте ещё раз.
        </p>
      )}
      {wrongPlace && <p role="alert">Координаты неверны, показываем без них.</p>}
    </>
  )
}

function basisOf(wished: number, near: boolean): string {
  if (wished > 0) {
    const songs = `по ${numberTo(wished)} ${plural(wished, 'вашей песне', 'вашим песням', 'вашим песням')}`
    return near ? `Подобрали ${songs} и тому, что ближе` : `Подобрали ${songs}`
  }
  return near
    ? 'Сначала те, что ближе и скорее. Выберите песни, и подберём точнее.'
    : 'Ближайшие по дате. Выберите песни, и подберём точнее.'
}

type RecommendedCardProps = Pick<Recommended, 'concert' | 'match'> & {
  /** The number of wished songs. */
  wished: number
}

/** A concert and why it is recommended; a running one accepts orders at once. */
function RecommendedCard({ concert, match, wished }: RecommendedCardProps) {
  const { artist, id, live, open, title } = concert
  const action = runningAction(open)
  return (
    <Poster
      session={concert}
      mini
      level={2}
      action={
        <div className={css.foot}>
          {live && <Badge tone="now">Идёт сейчас</Badge>}
          <MatchReason match={match} wished={wished} />
          <div className="flow">
            <Button
              data-whole
              href={`/user/${artist.username}/${id}`}
              size="s"
              variant="invert"
              aria-label={`Подробнее: ${title}`}
            >
              Подробнее
            </Button>
            {live && (
              <Button
                href={`/user/${artist.username}?tab=order`}
                size="s"
                aria-label={`${action}: ${title}`}
              >
                {action}
              </Button>
            )}
          </div>
        </div>
      }
    />
  )
}

type NothingRecommendedProps = {
  view: ResultView
}

/** Shown instead of the cards. */
function NothingRecommended({ view: { filtered, searchHref, failed } }: NothingRecommendedProps) {
  const { revalidate, state } = useRevalidator()
  if (failed === null && filtered !== '')
    return (
      <EmptyState
        text="По этим фильтрам концертов пока нет."
        action={
          <Button href={searchHref} size="s">
            Изменить фильтры
          </Button>
        }
      />
    )
  if (failed === null) return <NobodyPlays />
  return (
    <div role="alert">
      <EmptyState
        rest={false}
        text={failed}
        action={
          <Button size="s" loading={state !== 'idle'} onClick={() => void revalidate()}>
            Попробовать ещё раз
          </Button>
        }
      />
    </div>
  )
}

const TITLE = 'Рекомендации для вас'
/** Shows a town and its surroundings. */
const NEAR_ZOOM = 9

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadResult(callFrom(context), request)

/** A lost network only removes the list, not the page. */
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
      filtered: '',
      searchHref: '/s',
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

const OTHERS = 'Остальные концерты'

/** Those with wished songs, and the rest; each part keeps its order. */
function parts(concerts: readonly Recommended[]) {
  const has = ({ match }: Recommended) => match.songs > 0
  return { matching: concerts.filter(has), others: concerts.filter((one) => !has(one)) }
}

type CardsProps = {
  concerts: readonly Recommended[]
  label: string
  selected: string | null
  wished: number
}

function Cards({ concerts, label, selected, wished }: CardsProps) {
  if (concerts.length === 0) return null
  return (
    <ul aria-label={label} className={css.list}>
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
  )
}

/** The concerts that fit a listener best, on a map and as cards. */
export default function SearchResult() {
  const view: ResultView = useLoaderData<typeof loader>()
  const { concerts, wished } = view
  const [selected, setSelected] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const parted = parts(concerts)
  const pins = useMemo(() => pinsOf(concerts), [concerts])
  const busy = useNavigation().location?.pathname === '/search/result'

  function select(id: string) {
    setSelected(id)
    list.current?.querySelector(`[data-concert="${id}"]`)?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <>
      <SiteHeader />
      <main id="main" className={`wrap ${css.page}`}>
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
          {concerts.length === 0 && !busy && <NothingRecommended view={view} />}
          <div ref={list} aria-busy={busy || undefined}>
            <Cards concerts={parted.matching} label={TITLE} selected={selected} wished={wished} />
            {parted.others.length > 0 && (
              <>
                {parted.matching.length > 0 && <h2 className={`d-s ${css.others}`}>{OTHERS}</h2>}
                <Cards
                  concerts={parted.others}
                  label={parted.matching.length > 0 ? OTHERS : TITLE}
                  selected={selected}
                  wished={wished}
                />
              </>
            )}
          </div>
        </div>
      </main>
      <SiteFooter />
    </>
  )
}
