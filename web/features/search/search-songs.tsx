import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { useLoaderData, useRevalidator } from 'react-router'
import { callFrom } from '#web/lib/calls/call.ts'
import { pageMeta, publicUrlIn } from '#web/lib/pages/page-meta.ts'
import { SiteFooter } from '#web/parts/frame/site-footer.tsx'
import { SiteHeader } from '#web/parts/frame/site-header.tsx'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { X } from '#web/ui/icons/icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { ComingConcerts } from './search-parts.tsx'
import { loadComing } from './load-coming.ts'
import css from './find.module.css'
import type { WishList } from './song-wish/song-wish-search.tsx'
import { SongWishSearch, useWishes } from './song-wish/song-wish-search.tsx'
import { loadWishes } from './song-wish/wished-songs.ts'

type WishedSongsProps = {
  list: WishList
  /** Why their titles could not be loaded. */
  failed: string | null
  /** They are being loaded again. */
  asking: boolean
  onAgain: () => void
}

/** The songs that were chosen so far. */
function WishedSongs({ list, failed, asking, onAgain }: WishedSongsProps) {
  const { songs, remove } = list
  return (
    <Section title="Желаемые песни" count={songs.length > 0 ? songs.length : undefined}>
      {failed !== null && songs.length === 0 && (
        <div role="alert" className={css.failed}>
          <p>{failed}</p>
          <Button size="s" loading={asking} onClick={onAgain}>
            Попробовать ещё раз
          </Button>
        </div>
      )}
      {failed === null && songs.length === 0 && (
        <EmptyState text="Пока ни одной. Найдите песню, которую хотите услышать вживую." />
      )}
      <ul aria-label="Желаемые песни">
        {songs.map((song) => (
          <SongRow
            key={song.songId}
            song={song}
            actions={
              <IconButton
                className="only-scripted"
                label={`Убрать «${song.title}», ${song.artistName}`}
                onClick={() => remove(song.songId)}
              >
                <X />
              </IconButton>
            }
          />
        ))}
      </ul>
    </Section>
  )
}

const TITLE = 'Поиск концерта'

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    title: `${TITLE} по песням — Бис`,
    description: 'Выберите песни, и мы покажем концерты, на которых их могут сыграть.',
    path: '/s',
    publicUrl: publicUrlIn(matches),
  })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const caller = callFrom(context)
  const [wishes, coming] = await Promise.all([loadWishes(caller, request), loadComing(caller)])
  return { wishes, coming: coming ?? [] }
}

/** Search for concerts by songs: first choose the songs. */
export default function SearchSongs() {
  const { wishes, coming } = useLoaderData<typeof loader>()
  const { revalidate, state } = useRevalidator()
  const list = useWishes(wishes)
  return (
    <>
      <SiteHeader />
      <main id="main" className={`wrap ${css.searchSongsPage}`}>
        <h1 className="d-m">{TITLE}</h1>
        <SongWishSearch wishes={wishes} list={list} />
        <WishedSongs
          list={list}
          failed={wishes.failed}
          asking={state !== 'idle'}
          onAgain={() => void revalidate()}
        />
        <Button href="/search/result" variant="primary" className={css.on}>
          К концертам
        </Button>
        <ComingConcerts concerts={coming} />
      </main>
      <SiteFooter />
    </>
  )
}
