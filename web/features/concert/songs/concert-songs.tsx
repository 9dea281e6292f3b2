import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
  ShouldRevalidateFunctionArgs,
} from 'react-router'
import { data, useLoaderData } from 'react-router'
import { orderSearch } from '#web/features/ordering/address.ts'
import { postOrder } from '#web/features/ordering/load.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import { callFrom } from '#web/lib/call.ts'
import { useLiveConcert } from '#web/lib/live-concert.ts'
import type { PageHandle } from '#web/lib/page-handle.ts'
import { pageMeta, publicUrlIn } from '#web/lib/page-meta.ts'
import { concertPicture } from '#web/lib/preview-picture.ts'
import { ShareButton } from '#web/parts/share-button.tsx'
import { SiteHeader } from '#web/parts/site-header.tsx'
import { ConcertBar } from '../concert-bar.tsx'
import css from './concert-songs.module.css'
import { SongOrders } from './song-orders.tsx'
import { SongsHead } from './songs-head.tsx'
import type { SongsView } from './songs-view.ts'
import { loadSongs } from './songs-view.ts'
import { useSongsTurns } from './use-songs-turns.ts'

type Params = { artistUsername?: string; sessionId?: string }

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { artistUsername = '', sessionId = '' }: Params = params
  const { searchParams } = new URL(request.url)
  try {
    const view = await loadSongs(callFrom(context), artistUsername, sessionId, searchParams)
    if (view !== null) return view
  } catch (failure) {
    // An id that is none is refused as bad input.
    const unknown =
      failure instanceof CallFailed && (failure.status === 404 || failure.status === 400)
    if (!unknown) throw failure
  }
  throw data(null, { status: 404 })
}

/** An order sent by the form itself, before the scripts came. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const { artistUsername = '' }: Params = params
  const { pathname } = new URL(request.url)
  return postOrder(callFrom(context), {
    request,
    form: await request.formData(),
    artistUsername,
    hrefOf: (ordered) => `${pathname}?${orderSearch(ordered === null ? {} : { ordered })}`,
  })
}

/** With scripts the search and the sheets need no page from the server. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const sameConcert = currentUrl.pathname === nextUrl.pathname
  return defaultShouldRevalidate && !(sameConcert && currentUrl.search !== nextUrl.search)
}

export const handle: PageHandle = {
  theme(loaded) {
    const view = loaded as SongsView | undefined
    return view?.session.sessionStatus === 'NOW' ? 'stage' : undefined
  },
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (loaderData == null) return [{ title: 'Бис' }]
  const { session, artistName, username } = loaderData
  return pageMeta({
    title: `Песни концерта «${session.title}» — ${artistName} — Бис`,
    description: `Что сыграет ${artistName}, и как добавить свою песню`,
    path: `/user/${username}/${session.id}/songs`,
    publicUrl: publicUrlIn(matches),
    image: concertPicture(session),
  })
}

export default function ConcertSongs() {
  const view: SongsView = useLoaderData<typeof loader>()
  const { session, username, queue } = view
  const over = session.sessionStatus === 'PLAYED'
  const live = useLiveConcert(
    over ? null : { artistUsername: username, sessionId: session.id, queue },
  )
  useSongsTurns(session.sessionStatus, live)
  const share = <ShareButton title={session.title} />
  return (
    <>
      <ConcertBar
        title={session.title}
        backHref={`/user/${username}/${session.id}`}
        backLabel="На страницу концерта"
        actions={share}
      />
      <SiteHeader className="only-d" actions={share} />
      <main className={css.page}>
        <SongsHead view={view} active={live.session?.active ?? session.active} />
        <SongOrders key={session.id} view={view} live={live} />
      </main>
    </>
  )
}
