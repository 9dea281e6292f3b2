import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { useLoaderData, useLocation } from 'react-router'
import { callFrom } from '#web/lib/call.ts'
import { pageMeta, publicUrlIn } from '#web/lib/page-meta.ts'
import { SiteFooter } from '#web/parts/site-footer.tsx'
import { SiteHeader } from '#web/parts/site-header.tsx'
import { ArtistSearch } from './artist-search.tsx'
import { loadArtists } from './load-artists.ts'
import css from './find-artist.module.css'

const TITLE = 'Найти артиста'

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    title: `${TITLE} — Бис`,
    description: 'Страницы музыкантов и групп: афиша, репертуар и заказ песен на концерте.',
    path: '/find-artist',
    publicUrl: publicUrlIn(matches),
  })

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadArtists(callFrom(context), request)

/** Artists and groups by their names. */
export default function FindArtist() {
  const asked = useLoaderData<typeof loader>()
  const { key } = useLocation()
  return (
    <>
      <SiteHeader />
      <main className={`wrap ${css.page}`}>
        <h1 className="d-m">{TITLE}</h1>
        {/* Coming by the way back or by a link begins anew with what the address asks for. */}
        <ArtistSearch key={key} asked={asked} />
      </main>
      <SiteFooter />
    </>
  )
}
