import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { Song } from '#contract/shapes.ts'
import { counted } from '#domain/russian.ts'
import { call } from '#web/lib/call.ts'
import { requireArtist } from '#web/lib/require-artist.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { ArtistFrame } from '#web/parts/artist-frame.tsx'
import { ArtistSkeleton } from '#web/parts/artist-skeleton.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { FoundSongs } from './found-songs.tsx'
import { OwnSongSheet } from './own-song-sheet.tsx'
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

/** The songs that the artist plays: found, typed by hand, or brought as a list. */
export default function RepertoirePage() {
  const { username, songs } = useLoaderData<Loaded>()
  const repertoire = useRepertoire(songs)
  const [typing, setTyping] = useState(false)
  const search = useSearch((input, signal) =>
    call(api.songs.findSongOfArtist, { query: { input, username } }, { signal }),
  )
  const searched = search.text.trim()
  const typeOwn = () => setTyping(true)
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
      {searched === '' && (
        <div className={css.ways}>
          <Button icon={<Plus className="ico" />} onClick={typeOwn}>
            Своя песня
          </Button>
          <Button href="/artist/favorite_songs/import">Загрузить списком</Button>
        </div>
      )}
      {searched !== '' && (
        <FoundSongs search={search} repertoire={repertoire} onTypeOwn={typeOwn} />
      )}
      {searched === '' && repertoire.songs.length === 0 && (
        <EmptyState text="В репертуаре пока пусто. Найдите песни, которые играете, и добавьте их." />
      )}
      {searched === '' && repertoire.songs.length > 0 && (
        <SongSection title="Вы играете" songs={repertoire.songs} repertoire={repertoire} />
      )}
      <OwnSongSheet
        open={typing}
        onClose={() => setTyping(false)}
        title={searched}
        repertoire={repertoire}
        onAdded={() => {
          setTyping(false)
          search.setText('')
        }}
      />
    </ArtistFrame>
  )
}
