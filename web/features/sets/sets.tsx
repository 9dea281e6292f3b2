import type { ClientLoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { call } from '#web/lib/calls/call.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Plus } from '#web/ui/icons/icons.tsx'
import { SetList } from './set-list.tsx'
import type { SetLine } from './use-sets.ts'
import { useSets } from './use-sets.ts'

type Loaded = {
  username: string
  sets: readonly SetLine[]
  /** The concert that the page was opened for. */
  chosen: Session | null
}

async function load(
  { username }: SignedIn,
  { request }: ClientLoaderFunctionArgs,
): Promise<Loaded> {
  const sessionId = new URL(request.url).searchParams.get('sessionId')
  const [sets, chosen] = await Promise.all([
    call(api.artist.sets, {}),
    sessionId === null
      ? null
      : call(api.session.byId, { query: { sessionId } }, { asArtist: true }),
  ])
  return { username, sets, chosen }
}

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage('Сеты', load)

function backOf(chosen: Session | null) {
  if (chosen === null) return { href: '/artist/favorite_songs?tab=sets', name: 'Песни и сеты' }
  return chosen.sessionStatus === 'NOW'
    ? { href: '/artist?tab=concert', name: 'Концерт' }
    : { href: `/artist/create-new-session/advanced/${chosen.id}`, name: chosen.title }
}

/** The artist's sets for a concert: each is saved, and can be played at any number of concerts. */
export default function SetsPage() {
  const { username, sets, chosen } = useLoaderData<Loaded>()
  const list = useSets(sets, username, chosen)
  return (
    <ArtistFrame
      title="Сеты"
      back={backOf(chosen)}
      lead={
        chosen === null
          ? 'Сет — это шаблон: его можно сыграть на любом числе концертов.'
          : `Для концерта «${chosen.title}»`
      }
    >
      <div>
        <Button icon={<Plus />} loading={list.creating} onClick={() => void list.create()}>
          Новый сет
        </Button>
      </div>
      <SetList list={list} />
    </ArtistFrame>
  )
}
