import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { OwnSong, Song } from '#contract/shapes.ts'
import { counted } from '#domain/russian.ts'
import { tagsOf } from '#domain/songs/repertoire.ts'
import { songTable } from '#domain/songs/song-cells.ts'
import { useSongbookActions } from '#web/features/songbook/index.ts'
import { call } from '#web/lib/calls/call.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'
import { saveFile } from '#web/lib/pages/share.ts'
import type { Search } from '#web/lib/use-search.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Download, Tag } from '#web/ui/icons/artist-icons.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Plus, X } from '#web/ui/icons/icons.tsx'
import { Check, ListMusic, ListPlus } from '#web/ui/icons/more-icons.tsx'
import type { MenuAction } from '#web/ui/overlays/menu.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { ChosenSongs } from './chosen-songs.tsx'
import { OwnSongForm, OwnSongSheet } from './own-song.tsx'
import css from './repertoire.module.css'
import { SongSheet } from './song-sheet.tsx'
import type { TagPrices } from './tag-prices.tsx'
import { pricesOf, TagPricesSheet } from './tag-prices.tsx'
import { notesText, useParts, useRepertoire } from './use-repertoire.ts'

type SongToggleProps = {
  song: Song
  added: boolean
  pending: boolean
  onAdd: () => void
  onRemove: () => void
}

/** Adds a song to the repertoire, or removes it. */
function SongToggle({ song, added, pending, onAdd, onRemove }: SongToggleProps) {
  return (
    <IconButton
      label={added ? `Удалить: ${song.title}` : `Добавить: ${song.title}`}
      variant={added ? 'tonal' : 'invert'}
      loading={pending}
      onClick={added ? onRemove : onAdd}
    >
      {added ? <X className="ico" /> : <Plus className="ico" />}
    </IconButton>
  )
}

type SongSectionProps = {
  title: string
  songs: readonly OwnSong[]
  repertoire: ReturnType<typeof useRepertoire>
  /** Songs are being selected to be changed together. */
  choosing?: { chosen: ReadonlySet<string>; toggle: (songId: string) => void } | undefined
}

/** A titled list of songs, each with the button that adds or removes it. */
function SongSection({ title, songs, repertoire, choosing }: SongSectionProps) {
  const { shown, left, more } = useParts(songs)
  const [noting, setNoting] = useState<OwnSong | null>(null)
  return (
    <Section title={title} count={songs.length}>
      <ul className={css.songs}>
        {shown.map((song) => (
          <SongRow
            key={song.songId}
            song={song}
            note={notesText(song)}
            actions={
              choosing ? (
                <Checkbox
                  checked={choosing.chosen.has(song.songId)}
                  onChange={() => choosing.toggle(song.songId)}
                >
                  <span className="sr">Выбрать: {song.title}</span>
                </Checkbox>
              ) : (
                <>
                  {repertoire.has(song.songId) && (
                    <IconButton
                      label={`О песне: ${song.title}`}
                      variant="tonal"
                      onClick={() => setNoting(song)}
                    >
                      <Tag className="ico" />
                    </IconButton>
                  )}
                  <SongToggle
                    song={song}
                    added={repertoire.has(song.songId)}
                    pending={repertoire.isPending(song)}
                    onAdd={() => void repertoire.add(song)}
                    onRemove={() => void repertoire.remove(song)}
                  />
                </>
              )
            }
          />
        ))}
      </ul>
      {noting && (
        <SongSheet
          key={noting.songId}
          song={noting}
          repertoire={repertoire}
          onClose={() => setNoting(null)}
        />
      )}
      {left > 0 && (
        <Button block onClick={more}>
          Показать ещё
        </Button>
      )}
    </Section>
  )
}

type FoundSongsProps = {
  search: Search<Song[]>
  repertoire: ReturnType<typeof useRepertoire>
  onTypeOwn: () => void
}

/** The search results: the artist's own songs first, then the others; and a link to add one's own where none matches. */
function FoundSongs({ search, repertoire, onTypeOwn }: FoundSongsProps) {
  const { found, pending, failed } = search
  if (failed !== null) {
    return (
      <EmptyState
        rest={false}
        text={failed}
        action={<Button onClick={search.again}>Найти ещё раз</Button>}
      />
    )
  }
  if (found === null) return <LoadingWords text="Ищем…" />
  if (found.length === 0) {
    const title = search.text.trim()
    return (
      <div className={css.found} aria-busy={pending}>
        <EmptyState muted text="В каталоге такой песни нет." />
        <Section title="Добавить свою">
          <OwnSongForm
            key={title}
            title={title}
            repertoire={repertoire}
            onAdded={() => search.setText('')}
          />
        </Section>
      </div>
    )
  }
  const own = new Map(repertoire.songs.map((song) => [song.songId, song]))
  const mine = found.flatMap(({ songId }) => own.get(songId) ?? [])
  const others = found.filter(({ songId }) => !repertoire.has(songId))
  return (
    <div className={css.found} aria-busy={pending}>
      {mine.length > 0 && <SongSection title="Вы играете" songs={mine} repertoire={repertoire} />}
      {others.length > 0 && (
        <SongSection title="Все песни" songs={others} repertoire={repertoire} />
      )}
      <Button icon={<Plus className="ico" />} onClick={onTypeOwn}>
        Нет нужной? Добавить свою
      </Button>
    </div>
  )
}

type Loaded = { username: string; songs: readonly OwnSong[]; prices: TagPrices }

async function load({ username }: SignedIn): Promise<Loaded> {
  const [songs, minimums] = await Promise.all([
    call(api.artist.repertoire, { query: {} }),
    call(api.artist.tagMinimums, {}),
  ])
  return { username, songs, prices: pricesOf(minimums) }
}

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage('Репертуар', load)

function saveList(songs: readonly OwnSong[]) {
  // `minSongAmount` may come from a tag: the list has only the song's own minimum.
  const listed = songs.map((song) => ({ ...song, minSongAmount: song.ownMinimum }))
  saveFile(new Blob([songTable(listed)], { type: 'text/csv' }), 'Репертуар.csv')
}

const when = (possible: boolean, action: MenuAction) => (possible ? [action] : [])

const BACK = { href: '/artist?tab=profile', name: 'Кабинет' }

/** The songs that the artist plays: found, typed by hand, or imported as a list. */
export default function RepertoirePage() {
  const { username, songs, prices: loaded } = useLoaderData<Loaded>()
  const repertoire = useRepertoire(songs)
  const songbookActions = useSongbookActions()
  const [typing, setTyping] = useState(false)
  const [prices, setPrices] = useState(loaded)
  const [pricing, setPricing] = useState(false)
  const tags = tagsOf(repertoire.songs.map(({ tags: those = [] }) => ({ tags: those })))
  const search = useSearch((input, signal) =>
    call(api.songs.findSongOfArtist, { query: { input, username } }, { signal }),
  )
  const searched = search.text.trim()
  const typeOwn = () => setTyping(true)
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const choosing = chosen && {
    chosen,
    toggle: (songId: string) =>
      setChosen(
        chosen.has(songId)
          ? new Set([...chosen].filter((one) => one !== songId))
          : new Set([...chosen, songId]),
      ),
  }
  const count = repertoire.songs.length
  const actions: MenuAction[] = [
    { key: 'own', label: 'Своя песня', icon: <Plus className="ico" />, onSelect: typeOwn },
    { key: 'sets', label: 'Сеты', icon: <ListMusic className="ico" />, href: '/artist/sets' },
    ...when(count > 1, {
      key: 'choose',
      label: 'Выбрать',
      icon: <Check className="ico" />,
      onSelect: () => setChosen(new Set()),
    }),
    ...when(tags.length > 0, {
      key: 'prices',
      label: 'Цены меток',
      icon: <Tag className="ico" />,
      onSelect: () => setPricing(true),
    }),
    ...when(count > 0, {
      key: 'list',
      label: 'Скачать список',
      icon: <Download className="ico" />,
      onSelect: () => saveList(repertoire.songs),
    }),
    ...(count > 0 ? songbookActions(null) : []),
  ]
  return (
    <ArtistFrame
      wide
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
      {searched === '' && choosing === null && (
        <div className={css.main}>
          <Button
            variant={count === 0 ? 'primary' : 'line'}
            href="/artist/favorite_songs/import"
            icon={<ListPlus className="ico" />}
          >
            Загрузить списком
          </Button>
          <Menu label="Ещё о репертуаре" variant="line" actions={actions} />
        </div>
      )}
      {searched !== '' && (
        <FoundSongs search={search} repertoire={repertoire} onTypeOwn={typeOwn} />
      )}
      {searched === '' && repertoire.songs.length === 0 && (
        <EmptyState text="В репертуаре пока пусто. Найдите песни, которые играете, и добавьте их." />
      )}
      {searched === '' && repertoire.songs.length > 0 && (
        <SongSection
          title="Вы играете"
          songs={repertoire.songs}
          repertoire={repertoire}
          choosing={choosing ?? undefined}
        />
      )}
      {chosen && (
        <ChosenSongs
          songs={repertoire.songs.filter(({ songId }) => chosen.has(songId))}
          repertoire={repertoire}
          onClose={() => setChosen(null)}
        />
      )}
      {pricing && (
        <TagPricesSheet
          tags={tags}
          prices={prices}
          onSaved={setPrices}
          onClose={() => setPricing(false)}
        />
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
