import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { useLoaderData, useRevalidator } from 'react-router'
import { callFrom } from '#web/lib/call.ts'
import { pageMeta, publicUrlIn } from '#web/lib/page-meta.ts'
import { serverDoor } from '#web/lib/server-door.ts'
import { SiteFooter } from '#web/parts/site-footer.tsx'
import { SiteHeader } from '#web/parts/site-header.tsx'
import { loadWishes } from '#web/parts/song-wish/load-wishes.ts'
import { postWish } from '#web/parts/song-wish/post-wish.ts'
import { SongWishSearch } from '#web/parts/song-wish/song-wish-search.tsx'
import { useWishes } from '#web/parts/song-wish/use-wishes.ts'
import { Button } from '#web/ui/button.tsx'
import { WishedSongs } from './wished-songs.tsx'
import css from './search-songs.module.css'

const TITLE = 'Поиск концерта'

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    title: `${TITLE} по песням — Бис`,
    description: 'Выберите песни, и мы покажем концерты, на которых их могут сыграть.',
    path: '/s',
    publicUrl: publicUrlIn(matches),
  })

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadWishes(callFrom(context), request)

export const action = ({ request, context }: ActionFunctionArgs) =>
  postWish(request, context.get(serverDoor).secure)

/** Concerts looked for by songs: first the songs. */
export default function SearchSongs() {
  const wishes = useLoaderData<typeof loader>()
  const { revalidate, state } = useRevalidator()
  const list = useWishes(wishes)
  return (
    <>
      <SiteHeader />
      <main className={`wrap ${css.page}`}>
        <h1 className="d-m">{TITLE}</h1>
        <SongWishSearch label="Какую песню услышать" wishes={wishes} list={list} />
        <WishedSongs
          list={list}
          failed={wishes.failed}
          asking={state !== 'idle'}
          onAgain={() => void revalidate()}
        />
        <Button href="/search/result" variant="primary" className={css.on}>
          К концертам
        </Button>
      </main>
      <SiteFooter />
    </>
  )
}
