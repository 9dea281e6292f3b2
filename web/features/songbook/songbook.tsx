import { useState } from 'react'
import type { ClientLoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { contentsOf, songbookOf } from '#domain/songs/songbook.ts'
import type { SongbookItem } from '#domain/songs/songbook.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { SheetLines } from '#web/parts/songs/sheet-lines.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Printer } from '#web/ui/icons/artist-icons.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { loadSongbook } from './load.ts'
import css from './songbook.module.css'

type Loaded = { setId: string | null; title: string; items: readonly SongbookItem[] }

async function load(_: SignedIn, { request }: ClientLoaderFunctionArgs): Promise<Loaded> {
  const setId = new URL(request.url).searchParams.get('set')
  const { title, items } = await loadSongbook(setId)
  return { setId, title, items: songbookOf(items) }
}

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Песни на печать',
  load,
)

/** A song with its chords; `name`: as the list of the songs has it. */
function PrintedSong({ song, name }: { song: SongbookItem & { kind: 'song' }; name: string }) {
  return (
    <section className={css.song}>
      <header className={css.songHead}>
        <h2 className={css.songName}>{name}</h2>
        {song.about !== '' && <p className={css.about}>{song.about}</p>}
      </header>
      <SheetLines lines={song.lines} unread={song.isMoved} />
    </section>
  )
}

/** The songs of the repertoire or of a set as they are printed, or saved as a PDF. */
export default function SongbookPage() {
  const { setId, title, items } = useLoaderData<Loaded>()
  const [apart, setApart] = useState(true)
  const [columns, setColumns] = useState(false)
  const names = contentsOf(items)
  const back =
    setId === null
      ? { href: '/artist/favorite_songs', name: 'Песни и сеты' }
      : { href: `/artist/sets/${setId}`, name: 'Сет' }
  const songs = items.flatMap((song, at) =>
    song.kind === 'song' && song.lines.length > 0 ? [{ song, name: names[at] ?? '' }] : [],
  )
  return (
    <div className={css.page}>
      <ArtistFrame title={title} back={back} wide>
        {items.length === 0 ? (
          <EmptyState text="Здесь пока нет песен: печатать нечего." />
        ) : (
          <div className={css.tools}>
            <Button variant="primary" icon={<Printer />} onClick={() => window.print()}>
              Печатать
            </Button>
            <Checkbox checked={apart} onChange={() => setApart(!apart)}>
              Каждая песня с новой страницы
            </Checkbox>
            <Checkbox checked={columns} onChange={() => setColumns(!columns)}>
              В две колонки
            </Checkbox>
            <p className="muted">
              Чтобы сохранить PDF, выберите его в окне печати вместо принтера.
              {songs.length === 0 && ' Ни у одной песни пока нет текста: напечатаем список.'}
            </p>
          </div>
        )}
        <div
          data-theme="day"
          data-apart={apart}
          data-columns={columns}
          className={css.paper}
          hidden={items.length === 0}
        >
          <p aria-hidden="true" className={css.title}>
            {title}
          </p>
          <ol className={css.contents} aria-label="Список песен">
            {items.map((item, at) => (
              // oxlint-disable-next-line no-array-index-key -- an item has no id
              <li key={`item ${at}`} data-kind={item.kind}>
                {names[at]}
                {item.kind === 'song' && item.about !== '' && <span>{item.about}</span>}
              </li>
            ))}
          </ol>
          {songs.map(({ song, name }) => (
            <PrintedSong key={name} song={song} name={name} />
          ))}
        </div>
      </ArtistFrame>
    </div>
  )
}
