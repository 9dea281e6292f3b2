import { useEffect } from 'react'
import type {
  ActionFunctionArgs,
  ClientLoaderFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
  ShouldRevalidateFunctionArgs,
} from 'react-router'
import { data, useLoaderData, useSearchParams } from 'react-router'
import { postOrder } from '#web/features/ordering/load.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import { callFrom } from '#web/lib/call.ts'
import type { LiveConcert } from '#web/lib/live-concert.ts'
import { useLiveConcert } from '#web/lib/live-concert.ts'
import type { PageHandle } from '#web/lib/page-handle.ts'
import { publicUrlIn } from '#web/lib/page-meta.ts'
import { Announcer } from '#web/parts/announcer.tsx'
import { AfishaTab } from './afisha-tab.tsx'
import { ArtistFrame } from './artist-frame.tsx'
import { artistMeta } from './artist-meta.ts'
import { asksForAllSongs, tabHref, tabOf } from './artist-tab.ts'
import type { ArtistView } from './artist-view.ts'
import { ConcertOver } from './concert-over.tsx'
import { concertWords } from './concert-words.ts'
import { expireArtist, heldView, holdArtist, holdsTab, joined } from './held-artist.ts'
import { loadArtist } from './load-artist.ts'
import { NoConcert } from './no-concert.tsx'
import { OrderTab } from './order-tab.tsx'
import { ProfileHead } from './profile-head.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { sendThanks } from './send-thanks.ts'
import { useConcertTurns } from './use-concert-turns.ts'

const usernameOf = (params: { artistUsername?: string }) => params.artistUsername ?? ''

/** Unknown, or a name that nobody can have: an address holds whatever was typed. */
const isNobody = ({ status, fields }: CallFailed) => status === 404 || 'artistUsername' in fields

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  try {
    return await loadArtist(
      callFrom(context),
      usernameOf(params),
      new URL(request.url).searchParams,
    )
  } catch (failure) {
    if (failure instanceof CallFailed && isNobody(failure)) throw data(null, { status: 404 })
    throw failure
  }
}

/** Tabs that were open before, and sheets, open at once. */
export function shouldRevalidate({ nextParams, nextUrl }: ShouldRevalidateFunctionArgs) {
  const search = nextUrl.searchParams
  return asksForAllSongs(search) || !holdsTab(usernameOf(nextParams), search)
}

/** Another tab comes beside those that the page has already; what is on the screen outlives a lost network. */
export async function clientLoader({ params, serverLoader }: ClientLoaderFunctionArgs) {
  const before = heldView(usernameOf(params))
  try {
    return joined(await serverLoader<typeof loader>())
  } catch (failure) {
    if (before === null || failure instanceof Response) throw failure
    return before
  }
}

/** An order or a tip sent by the form itself, before the scripts came. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  if (new URL(request.url).searchParams.has('thanks'))
    return sendThanks(callFrom(context), usernameOf(params), await request.formData())
  return postOrder(callFrom(context), {
    request,
    form: await request.formData(),
    artistUsername: usernameOf(params),
    hrefOf: (ordered) =>
      `/user/${usernameOf(params)}${tabHref('order', ordered === null ? {} : { ordered })}`,
  })
}

export const handle: PageHandle = {
  theme(loaded, search) {
    const view = loaded as ArtistView | undefined
    if (view === undefined) return undefined
    const on = view.current !== null
    return tabOf(search, on) === 'order' && (on || search.has('over')) ? 'stage' : undefined
  },
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, location, matches }) => {
  if (loaderData === undefined) return [{ title: 'Бис' }]
  const tab = tabOf(new URLSearchParams(location.search), loaderData.current !== null)
  return artistMeta(loaderData, { tab, publicUrl: publicUrlIn(matches) })
}

/** What a screen reader is told of the concert. */
function wordsOf({ current }: ArtistView, live: LiveConcert, over: boolean): string {
  if (over) return 'Концерт окончен'
  return current === null ? '' : concertWords(live.queue, live.session?.active ?? current.active)
}

export default function Artist() {
  const view: ArtistView = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const { head, current, next } = view
  const tab = tabOf(search, current !== null)
  const watched = current ?? next
  const live = useLiveConcert(
    watched && {
      artistUsername: head.username,
      sessionId: watched.id,
      queue: current?.queue ?? [],
    },
  )
  useConcertTurns(view, live, search)

  useEffect(() => {
    holdArtist(view)
    return expireArtist
  }, [view])

  const ended = search.get('over')
  const over = tab === 'order' && current === null && ended !== null
  return (
    <ArtistFrame
      view={view}
      tab={tab}
      stage={over || (tab === 'order' && current !== null)}
      aside={tab === 'profile' ? <ProfileHead head={head} profile={view.profile} /> : undefined}
    >
      {tab === 'profile' && <ProfileTab view={view} />}
      {tab === 'afisha' && <AfishaTab sessions={view.afisha} />}
      {tab === 'order' && current && (
        <OrderTab
          key={current.id}
          head={head}
          concert={current}
          order={view.order}
          repertoire={view.profile?.repertoire ?? []}
          live={live}
        />
      )}
      {over && <ConcertOver head={head} sessionId={ended} order={view.order} />}
      {tab === 'order' && !current && !over && <NoConcert next={next} />}
      <Announcer words={wordsOf(view, live, over)} />
    </ArtistFrame>
  )
}
