import { useEffect } from 'react'
import type { FormEvent } from 'react'
import { Form, useLoaderData, useLocation } from 'react-router'
import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { api } from '#contract/index.ts'
import type { ArtistCard } from '#contract/shapes.ts'
import { counted } from '#domain/russian.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import { call, callFrom } from '#web/lib/calls/call.ts'
import { pageMeta, publicUrlIn } from '#web/lib/pages/page-meta.ts'
import type { FirstSearch } from '#web/lib/use-search.ts'
import { firstSearch, useSearch } from '#web/lib/use-search.ts'
import { Announcer } from '#web/parts/announcer.tsx'
import { ArtistPhoto } from '#web/parts/artist/artist-photo.tsx'
import { SiteFooter } from '#web/parts/frame/site-footer.tsx'
import { SiteHeader } from '#web/parts/frame/site-header.tsx'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { ComingConcerts } from './search-parts.tsx'
import css from './find-artist.module.css'
import { loadComing } from './load-coming.ts'

type ArtistRowProps = { artist: ArtistCard }

/** A found artist; the whole row links to the page. */
function ArtistRow({ artist }: ArtistRowProps) {
  const { name, username } = artist
  return (
    <li className={css.row}>
      <Anchor href={`/user/${username}`} className={css.way}>
        <ArtistPhoto artist={artist} sizes="112px" width={112} height={56} className={css.photo} />
        <span className={css.words}>
          <b className={css.name}>{name === '' ? username : name}</b>
          <span className={css.nick}>{username}</span>
        </span>
      </Anchor>
    </li>
  )
}

type ArtistResultsProps = {
  /** The search text. */
  q: string
  /** Null while nothing is found or asked. */
  artists: readonly ArtistCard[] | null
  pending: boolean
  failed: string | null
  again: () => void
}

/** The found artists, or why there are none. */
function ArtistResults({ q, artists, pending, failed, again }: ArtistResultsProps) {
  const count = artists?.length ?? 0
  const settled = q !== '' && !pending && failed === null && artists !== null
  return (
    <div className={css.results}>
      <Announcer
        words={
          settled && count > 0 ? `Нашлось: ${counted(count, 'артист', 'артиста', 'артистов')}` : ''
        }
      />
      {q === '' && (
        <EmptyState
          text="Введите имя или никнейм, можно не целиком."
          muted
          action={
            <Button href="/search" size="s">
              Найти концерт
            </Button>
          }
        />
      )}
      {failed !== null && (
        <div role="alert" className={css.failed}>
          <p className="t-l">{failed}</p>
          <Button variant="invert" size="s" onClick={again}>
            Искать ещё раз
          </Button>
        </div>
      )}
      {artists === null && pending && <LoadingWords text="Ищем…" />}
      {settled && count === 0 && (
        <output>
          <EmptyState text="Никого не нашли. Проверьте, как пишется имя, или введите его часть." />
        </output>
      )}
      {count > 0 && (
        <ul aria-label="Найденные артисты" className={css.list}>
          {artists?.map((artist) => (
            <ArtistRow key={artist.username} artist={artist} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** The search in the address; null where there is none. */
type AskedArtists = FirstSearch<readonly ArtistCard[]> | null

// The limit of the API; a name needs no more.
const LONGEST_TEXT = 200

async function loadArtists(ask: Caller, request: Request): Promise<AskedArtists> {
  const typed = new URL(request.url).searchParams.get('q') ?? ''
  const q = typed.trim().slice(0, LONGEST_TEXT)
  return q === '' ? null : firstSearch(q, ask(api.page.searchByName, { query: { input: q } }))
}

type ArtistSearchProps = {
  /** The page's initial search. */
  asked: AskedArtists
}

const ask = (input: string, signal: AbortSignal) =>
  call(api.page.searchByName, { query: { input } }, { signal })

/** A field that searches while it is typed into, and its results. */
function ArtistSearch({ asked }: ArtistSearchProps) {
  const search = useSearch<readonly ArtistCard[]>(ask, { first: asked })
  const q = search.text.trim()
  useAddress(q)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (q !== '') search.again()
    // Hides a phone's keyboard to make room for the results.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
  }
  return (
    <>
      <search>
        <Form method="get" action="/find-artist" className={css.form} onSubmit={submit}>
          <SearchBox
            name="q"
            label="Имя артиста или название группы"
            maxLength={200}
            value={search.text}
            onValue={search.setText}
            className={css.field}
          />
          <Button type="submit" variant="primary" className={css.find}>
            Найти
          </Button>
        </Form>
      </search>
      <ArtistResults
        q={q}
        artists={search.found}
        pending={search.pending}
        failed={search.failed}
        again={search.again}
      />
    </>
  )
}

/**
 * Stores the search in the address, so that it can be shared and found by going back. Not through the router: it would
 * search for the typed text again.
 */
function useAddress(q: string) {
  useEffect(() => {
    const address = new URL(window.location.href)
    if (q === '') address.searchParams.delete('q')
    else address.searchParams.set('q', q)
    if (address.href !== window.location.href)
      window.history.replaceState(window.history.state, '', address)
  }, [q])
}

const TITLE = 'Найти артиста'

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    title: `${TITLE} — Бис`,
    description: 'Страницы музыкантов и групп: афиша, репертуар и заказ песен на концерте.',
    path: '/find-artist',
    publicUrl: publicUrlIn(matches),
  })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const caller = callFrom(context)
  const [asked, coming] = await Promise.all([loadArtists(caller, request), loadComing(caller)])
  return { asked, coming: coming ?? [] }
}

/** Artists and groups by their names. */
export default function FindArtist() {
  const { asked, coming } = useLoaderData<typeof loader>()
  const { key } = useLocation()
  return (
    <>
      <SiteHeader />
      <main id="main" className={`wrap ${css.page}`}>
        <h1 className="d-m">{TITLE}</h1>
        {/* Remounted after going back or a link, to start with the search of the address. */}
        <ArtistSearch key={key} asked={asked} />
        <ComingConcerts concerts={coming} />
      </main>
      <SiteFooter />
    </>
  )
}
