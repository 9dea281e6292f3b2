import { useLoaderData } from 'react-router'
import type { Session } from '#contract/shapes.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage, ownConcert } from '#web/parts/frame/artist-page.tsx'
import { HostLink } from './host-link.tsx'

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Хозяин вечера',
  (artist, { params }): Promise<Session> => ownConcert(artist, params['sessionId']),
)

/** The host's link of a concert that is announced, running, or over. */
export default function HostLinkPage() {
  const { id, title, sessionStatus } = useLoaderData<Session>()
  const back =
    sessionStatus === 'NOW'
      ? { href: '/artist?tab=concert', name: 'Концерт' }
      : { href: `/artist/create-new-session/advanced/${id}`, name: title }
  return (
    <ArtistFrame title="Хозяин вечера" back={back} lead={<p>{title}</p>}>
      <HostLink sessionId={id} over={sessionStatus === 'PLAYED'} />
    </ArtistFrame>
  )
}
