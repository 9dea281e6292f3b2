import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { call } from '#web/lib/call.ts'
import { dayAndTime } from '#web/lib/format.ts'
import { requireArtist } from '#web/lib/require-artist.ts'
import { usePresses } from '#web/lib/use-presses.ts'
import { useViewerZone } from '#web/lib/viewer-time.ts'
import { ArtistFrame, ArtistSkeleton } from '#web/parts/artist-frame.tsx'
import { Anchor } from '#web/ui/anchor.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import css from './past-concerts.module.css'

const PAGE = 20

type PastPage = { sessions: readonly Session[]; more: boolean }

/** The next part of the artist's past concerts, behind the last that is known. */
async function askPast(last?: Session): Promise<PastPage> {
  const cursor = last === undefined ? {} : { cursor: last.id }
  const sessions = await call(api.session.past, { query: { limit: PAGE, ...cursor } })
  return { sessions, more: sessions.length === PAGE }
}

/** The list as the page came with it, and the way to more of it. */
function usePast(loaded: PastPage) {
  const [page, setPage] = useState(loaded)
  const { press, isPending } = usePresses()
  return {
    ...page,
    loading: isPending('more'),
    askMore: () =>
      void press('more', async () => {
        const next = await askPast(page.sessions.at(-1))
        setPage((known) => ({ ...next, sessions: [...known.sessions, ...next.sessions] }))
      }),
  }
}

type PastConcertProps = { session: Session }

/** One concert that is over: the whole line leads to its report. */
function PastConcert({ session }: PastConcertProps) {
  const { name, city, timeZone } = session.location
  const zone = useViewerZone(timeZone)
  return (
    <li>
      <Anchor href={`/artist/session/${session.id}`} className={css.line}>
        <span className={css.title}>{session.title}</span>
        <span className="t-s muted">
          <time dateTime={session.dateTimeStart}>{dayAndTime(session.dateTimeStart, zone)}</time>
        </span>
        <span className="t-s muted">{[name, city].filter((part) => part !== '').join(', ')}</span>
      </Anchor>
    </li>
  )
}

export { ArtistError as ErrorBoundary } from '../../parts/artist-error.tsx'

export function meta() {
  return [{ title: 'Прошедшие концерты — Бис' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader(): Promise<PastPage> {
  await requireArtist()
  return askPast()
}

export function HydrateFallback() {
  return <ArtistSkeleton />
}

const BACK = { href: '/artist?tab=announcement', name: 'Анонсы' }

/** The artist's concerts that are over, each with the way to its report. */
export default function PastConcerts() {
  const past = usePast(useLoaderData<PastPage>())
  return (
    <ArtistFrame title="Прошедшие концерты" back={BACK}>
      {past.sessions.length === 0 && (
        <EmptyState text="Прошедших концертов пока нет. После первого здесь появится отчёт о нём." />
      )}
      <ul className={css.list}>
        {past.sessions.map((session) => (
          <PastConcert key={session.id} session={session} />
        ))}
      </ul>
      {past.more && (
        <Button block loading={past.loading} onClick={past.askMore}>
          Показать ещё
        </Button>
      )}
    </ArtistFrame>
  )
}
