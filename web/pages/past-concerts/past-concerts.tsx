import { useLoaderData } from 'react-router'
import { requireArtist } from '#web/lib/require-artist.ts'
import { ArtistFrame } from '#web/parts/artist-frame.tsx'
import { ArtistSkeleton } from '#web/parts/artist-skeleton.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PastConcert } from './past-concert.tsx'
import { askPast, usePast } from './use-past.ts'
import type { PastPage } from './use-past.ts'
import css from './past-concerts.module.css'

export { ArtistTrouble as ErrorBoundary } from '#web/parts/artist-trouble.tsx'

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
