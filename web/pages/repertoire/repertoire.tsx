import { useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { Song } from '#contract/shapes.ts'
import { counted } from '#domain/russian.ts'
import { call } from '#web/lib/call.ts'
import { requireArtist } from '#web/lib/require-artist.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { ArtistFrame } from '#web/parts/artist-frame.tsx'
import { ArtistSkeleton } from '#web/parts/artist-skeleton.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { FoundSongs } from './found-songs.tsx'
import { SongSection } from './song-section.tsx'
import { useRepertoire } from './use-repertoire.ts'
import css from './repertoire.module.css'

export { ArtistTrouble as ErrorBoundary } from '#web/parts/artist-trouble.tsx'

export function meta() {
  return [{ title: 'Репертуар — Бис' }, { name: 'robots', content: 'noindex' }]
}

type Loaded = { username: string; songs: readonly Song[] }

export async function clientLoader(): Promise<Loaded> {
  const { username } = await requireArtist()
  const query = { artistUsername: username }
  return { username, songs: await call(api.songs.getFavoriteSongs, { query }) }
}

export function HydrateFallback() {
  return <ArtistSkeleton />
}

const BACK = { href: '/artist?tab=profile', name: 'Профиль' }

export default function RepertoirePage() {
  const { username, songs } = useLoaderData<Loaded>()
  const repertoire = useRepertoire(songs)
  const search = useSearch((input, signal) =>
    call(api.songs.findSongOfArtist, { query: { input, username } }, { signal }),
  )
  const searching = search.text.trim() !== ''
  return (
    <ArtistFrame
      title="Репертуар"
      back={BACK}
      lead={counted(repertoire.songs.length, 'песня', 'песни', 'песен')}
    >
      <SearchBox
        label="Найти песню"
        value={search.text}
        onValue={search.setText}
        className={css.search}
      />
      {searching && <FoundSongs search={search} repertoire={repertoire} />}
      {!searching && repertoire.songs.length === 0 && (
        <EmptyState text="В репертуаре пока пусто. Найдите песни, которые играете, и добавьте их." />
      )}
      {!searching && repertoire.songs.length > 0 && (
        <SongSection title="Вы играете" songs={repertoire.songs} repertoire={repertoire} />
      )}
    </ArtistFrame>
  )
}
