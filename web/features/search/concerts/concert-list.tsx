import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MouseEvent } from 'react'
import { useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import type { FoundConcert } from '#web/parts/concerts/found-concert.ts'
import { foundConcert } from '#web/parts/concerts/found-concert.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { matchText } from '../match-texts.ts'
import { NobodyPlays } from '../search-parts.tsx'
import { DaysOfConcerts } from './days-of-concerts.tsx'
import { QuietTown } from './quiet-town.tsx'
import css from './search.module.css'
import { ALL_CONCERTS_HREF, IN_ALL_TOWNS, PAGE, isFiltered, searchHref, wishOf } from './filters.ts'
import type { SearchView } from './search-view.ts'

type MoreOfList = {
  concerts: readonly FoundConcert[]
  /** There are more to load. */
  more: boolean
  pending: boolean
  failed: string | null
  ask: () => Promise<void>
}

type State = { of: SearchView; extra: readonly FoundConcert[]; more: boolean }

/** The list that the page was rendered with, and the concerts loaded since. */
function useMore(view: SearchView): MoreOfList {
  const [state, setState] = useState<State>({ of: view, extra: [], more: view.more })
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const [search, setSearch] = useSearchParams()
  // A new response of the server restarts the list.
  const here = state.of === view ? state : { of: view, extra: [], more: view.more }
  const concerts = [...view.concerts, ...here.extra]

  async function ask() {
    const last = concerts.at(-1)
    if (pending || last === undefined) return
    setPending(true)
    setFailed(null)
    try {
      const body = { ...wishOf(view.filters), limit: PAGE + 1, cursor: last.id }
      const part = await call(api.session.getSessions, { body })
      const extra = [...here.extra, ...part.slice(0, PAGE).map(foundConcert)]
      setState({ of: view, extra, more: part.length > PAGE })
    } catch (failure) {
      setFailed(sentenceOf(failure))
    }
    setPending(false)
  }

  /** So that going back shows as many concerts as before. */
  const storeInAddress = useEffectEvent(() => {
    const shown = String(concerts.length)
    if (search.get('shown') === shown) return
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        next.set('shown', shown)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  })
  // Not beside a navigation, which it would take the place of.
  const idle = useNavigation().state === 'idle'
  const grown = here.extra.length
  useEffect(() => {
    if (idle && grown > 0) storeInAddress()
  }, [idle, grown])

  return { concerts, more: here.more, pending, failed, ask }
}

type ListEndProps = { onNear: () => void }

/** Loads well before the end of the list is visible. */
const AHEAD = '600px'

/** The end of a growing list: calls `onNear` once when it comes near the viewport. */
function ListEnd({ onNear }: ListEndProps) {
  const end = useRef<HTMLDivElement>(null)
  const comeNear = useEffectEvent(onNear)
  useEffect(() => {
    if (end.current === null) return undefined
    const watch = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting === true && comeNear(),
      { rootMargin: AHEAD },
    )
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [])
  return <div ref={end} />
}

type MoreConcertsProps = { list: MoreOfList; view: SearchView }

/** Loads the next concerts when the end of the list comes near, or by its button. */
function MoreConcerts({ list, view: { filters, everywhere } }: MoreConcertsProps) {
  const { concerts, pending, failed } = list
  const shown = concerts.length
  const last = concerts.at(-1)
  const more = { ...(everywhere && IN_ALL_TOWNS), shown: String(shown + PAGE) }
  return (
    <div className={css.more}>
      {/* A new one for each part: an end that stays in view would not fire again. After a failure only the button loads. */}
      {failed === null && <ListEnd key={shown} onNear={() => void list.ask()} />}
      {failed !== null && <p role="alert">{failed}</p>}
      <Button
        href={`${searchHref(filters, more)}#c-${last?.id ?? ''}`}
        size="s"
        loading={pending}
        onClick={(event: MouseEvent) => {
          event.preventDefault()
          void list.ask()
        }}
      >
        Показать ещё
      </Button>
    </div>
  )
}

type NoConcertsProps = {
  view: SearchView
  asking: boolean
}

/** Shown instead of the list: nothing was found, the filters are wrong, or the server did not respond. */
function NoConcerts({ view, asking }: NoConcertsProps) {
  const { filters, everywhere, wrong, failed } = view
  const { revalidate } = useRevalidator()
  const all = (
    <Button href={ALL_CONCERTS_HREF} size="s">
      Показать все концерты
    </Button>
  )
  if (failed !== null)
    return (
      <div role="alert">
        <EmptyState
          rest={false}
          text={failed}
          action={
            <Button
              href={searchHref(filters, everywhere ? IN_ALL_TOWNS : {})}
              size="s"
              loading={asking}
              onClick={(event: MouseEvent) => {
                event.preventDefault()
                void revalidate()
              }}
            >
              Попробовать ещё раз
            </Button>
          }
        />
      </div>
    )
  if (Object.keys(wrong).length > 0)
    return <EmptyState text="Поправьте фильтры, и концерты появятся здесь." action={all} />
  if (view.where !== '') return <QuietTown view={view} />
  if (isFiltered(filters))
    return <EmptyState text="По этим фильтрам концертов пока нет." action={all} />
  return <NobodyPlays />
}

/** «Москва, 14» */
function countOf({ filters, where }: SearchView, { concerts, more }: MoreOfList) {
  if (where === '' || more) return where === '' ? undefined : filters.city
  return `${filters.city}, ${concerts.length}`
}

type ConcertListProps = {
  view: SearchView
  /** The number of wished songs. */
  wished: number
}

/** The coming concerts, the soonest first. */
export function ConcertList({ view, wished }: ConcertListProps) {
  const list = useMore(view)
  const navigation = useNavigation()
  const { state } = useRevalidator()
  const asking =
    navigation.location?.pathname === '/search' && !navigation.location.search.includes('shown=')
  const { concerts } = list
  const none = concerts.length === 0
  return (
    <Section title="Ближайшие концерты" count={countOf(view, list)}>
      {asking && <LoadingWords text="Ищем концерты…" />}
      {none && !asking && <NoConcerts view={view} asking={state !== 'idle'} />}
      {!none && (
        <div aria-busy={asking || undefined} className={classes(css.list, asking && css.busy)}>
          <DaysOfConcerts
            concerts={concerts}
            now={view.now}
            inTown={view.where !== ''}
            reasonOf={(concert) => reasonOf(concert, view, wished)}
          />
        </div>
      )}
      {list.more && !asking && <MoreConcerts list={list} view={view} />}
    </Section>
  )
}

function reasonOf({ id }: { id: string }, view: SearchView, wished: number): string | null {
  const match = view.matches[id]
  if (wished === 0 || match === undefined) return null
  if (match.songs === 0) return 'играет ваши песни'
  return matchText(match, wished)
}
