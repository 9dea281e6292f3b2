import { useState } from 'react'
import type { ClientLoaderFunctionArgs } from 'react-router'
import { useLoaderData, useNavigate } from 'react-router'
import type { TownWishes } from '#contract/follows.ts'
import { api } from '#contract/index.ts'
import { counted } from '#domain/russian.ts'
import { inTown, shortTown, townText } from '#domain/town-case.ts'
import { CallFailed } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { TO_EVENINGS } from '#web/parts/frame/cabinet-places.ts'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { TownField } from '#web/parts/towns/town-field.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Plus } from '#web/ui/icons/icons.tsx'
import css from './town-wishes.module.css'

type Wish = TownWishes['songs'][number]
type Choice = { town: string; ownOnly: boolean }
type Loaded = TownWishes & Choice & { unknownTown: string | null }

function hrefOf({ town, ownOnly }: Choice): string {
  const words = { ...(town !== '' && { town }), ...(ownOnly && { own: '1' }) }
  return `/artist/wishes?${new URLSearchParams(words).toString()}`
}

function askWishes({ town, ownOnly }: Choice, last?: Wish): Promise<TownWishes> {
  const after = last && { persons: last.persons, town: last.town, songId: last.songId }
  const query = { ...(town !== '' && { inTown: town }), ...(ownOnly && { ownOnly }), ...after }
  return call(api.artist.townWishes, { query })
}

async function load(_: SignedIn, { request }: ClientLoaderFunctionArgs): Promise<Loaded> {
  const search = new URL(request.url).searchParams
  const choice = { town: search.get('town') ?? '', ownOnly: search.has('own') }
  try {
    return { ...(await askWishes(choice)), ...choice, unknownTown: null }
  } catch (failure) {
    const unknownTown = failure instanceof CallFailed ? failure.fields['town'] : undefined
    if (unknownTown === undefined) throw failure
    const all = { town: '', ownOnly: choice.ownOnly }
    return { ...(await askWishes(all)), ...choice, unknownTown }
  }
}

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Чего ждут в городах',
  load,
)

/** The list that the page was rendered with, and loading more of it. */
function useWishes(loaded: Loaded) {
  const [extra, setExtra] = useState<{ of: Loaded; songs: readonly Wish[]; more: boolean }>({
    of: loaded,
    songs: [],
    more: loaded.more,
  })
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const { press, isPending } = usePresses()
  const here = extra.of === loaded ? extra : { of: loaded, songs: [], more: loaded.more }
  const songs = [...loaded.songs, ...here.songs]
  return {
    songs: songs.map((song) =>
      added.has(song.songId) ? { ...song, state: 'open' as const } : song,
    ),
    more: here.more,
    isPending,
    askMore: () =>
      void press('more', async () => {
        const next = await askWishes(loaded, songs.at(-1))
        setExtra({ of: loaded, songs: [...here.songs, ...next.songs], more: next.more })
      }),
    add: ({ songId }: Wish) =>
      void press(songId, async () => {
        const body = { songId, title: '', artistName: '', imageUrl: '' }
        await call(api.artist.addFavorite, { body })
        setAdded((before) => new Set([...before, songId]))
      }),
  }
}

const OWN = { open: 'у вас в репертуаре', learning: 'вы её учите', closed: 'у вас закрыта' }

/** «в Казани · у вас в репертуаре» */
function noteOf({ town, state }: Wish): string {
  if (state === null) return inTown(shortTown(town))
  return `${inTown(shortTown(town))} · ${OWN[state]}`
}

/** The songs that listeners want to hear where nobody plays them. */
export default function TownWishesPage() {
  const loaded = useLoaderData<Loaded>()
  const { town, ownOnly, towns, unknownTown } = loaded
  const navigate = useNavigate()
  const list = useWishes(loaded)
  const filtered = town !== '' || ownOnly
  return (
    <ArtistFrame
      title="Чего ждут в городах"
      back={TO_EVENINGS}
      lead="Песни, которые хотят услышать трое и больше, а концертов с ними рядом нет. Добавьте песню в репертуар или объявите концерт, и тем, кто просил сообщить, мы напишем."
    >
      <div className={css.choice}>
        <nav aria-label="Города" className="flow">
          {['', ...towns].map((one) => (
            <Button
              key={one}
              size="s"
              variant={one === town ? 'invert' : 'line'}
              aria-current={one === town || undefined}
              href={hrefOf({ town: one, ownOnly })}
            >
              {one === '' ? 'Все города' : shortTown(one)}
            </Button>
          ))}
        </nav>
        <TownField
          first={town}
          error={unknownTown}
          onTown={(chosen) => void navigate(hrefOf({ town: townText(chosen), ownOnly }))}
        />
        <Button
          size="s"
          variant={ownOnly ? 'invert' : 'line'}
          aria-current={ownOnly || undefined}
          href={hrefOf({ town, ownOnly: !ownOnly })}
        >
          Только мои песни
        </Button>
      </div>
      {list.songs.length === 0 && (
        <EmptyState
          text={
            filtered
              ? 'Здесь пока ничего не ждут. Посмотрите другие города или все песни.'
              : 'Пока ничего. Когда одну песню в одном городе захотят услышать трое, она появится здесь.'
          }
          action={
            filtered && (
              <Button size="s" href="/artist/wishes">
                Показать всё
              </Button>
            )
          }
        />
      )}
      <ul aria-label="Чего ждут">
        {list.songs.map((song) => (
          <SongRow
            key={`${song.songId} ${song.town}`}
            song={{ ...song, imageUrl: '' }}
            note={noteOf(song)}
            mark={
              <b className={css.persons}>
                {counted(song.persons, 'человек', 'человека', 'человек')}
              </b>
            }
            actions={
              song.state === null && (
                <IconButton
                  label={`Добавить в репертуар: ${song.title}`}
                  variant="line"
                  loading={list.isPending(song.songId)}
                  onClick={() => list.add(song)}
                >
                  <Plus />
                </IconButton>
              )
            }
          />
        ))}
      </ul>
      {list.more && (
        <Button block loading={list.isPending('more')} onClick={list.askMore}>
          Показать ещё
        </Button>
      )}
    </ArtistFrame>
  )
}
