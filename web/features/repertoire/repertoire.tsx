import { useState } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { useLoaderData, useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import type { OwnSong } from '#contract/shapes.ts'
import { spaced } from '#domain/russian.ts'
import { tagsOf } from '#domain/songs/repertoire.ts'
import { songTable } from '#domain/songs/song-cells.ts'
import type { SetLine } from '#web/features/sets/index.ts'
import { SetList, useSets } from '#web/features/sets/index.ts'
import { useSongbookActions } from '#web/features/songbook/index.ts'
import { call } from '#web/lib/calls/call.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'
import { saveFile } from '#web/lib/pages/share.tsx'
import { useSearch } from '#web/lib/use-search.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { classes } from '#web/ui/classes.ts'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { Download, Tag } from '#web/ui/icons/artist-icons.tsx'
import { Plus } from '#web/ui/icons/icons.tsx'
import { Check, ListPlus } from '#web/ui/icons/more-icons.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import type { MenuAction } from '#web/ui/overlays/menu.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { BackSheet } from '#web/parts/back-sheet.tsx'
import { ChosenSongs } from './chosen-songs.tsx'
import { FoundSongs } from './found-songs.tsx'
import { MySongs } from './my-songs.tsx'
import { OwnSongSheet } from './own-song.tsx'
import css from './repertoire.module.css'
import type { TagPrices } from './tag-prices.tsx'
import { pricesOf, TagPricesSheet } from './tag-prices.tsx'
import { useRepertoire } from './use-repertoire.ts'

const PAGE = '/artist/favorite_songs'
const IMPORT = `${PAGE}/import`

type Loaded = {
  username: string
  songs: readonly OwnSong[]
  prices: TagPrices
  sets: readonly SetLine[]
}

async function load({ username }: SignedIn): Promise<Loaded> {
  const [songs, minimums, sets] = await Promise.all([
    call(api.artist.repertoire, { query: {} }),
    call(api.artist.tagMinimums, {}),
    call(api.artist.sets, {}),
  ])
  return { username, songs, prices: pricesOf(minimums), sets }
}

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Песни и сеты',
  load,
)

/** The other tab shows what is loaded. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname

function saveList(songs: readonly OwnSong[]) {
  // `minSongAmount` may come from a tag: the list has only the song's own minimum.
  const listed = songs.map((song) => ({ ...song, minSongAmount: song.ownMinimum }))
  saveFile(new Blob([songTable(listed)], { type: 'text/csv' }), 'Репертуар.csv')
}

const when = (possible: boolean, action: MenuAction) => (possible ? [action] : [])

type AddSheetProps = { open: boolean; onClose: () => void; onTypeOwn: () => void }

/** The ways to add songs. */
function AddSheet({ open, onClose, onTypeOwn }: AddSheetProps) {
  return (
    <BackSheet open={open} onClose={onClose} title="Добавить песни">
      <p className="muted">Одну песню проще найти в поле «Найти песню».</p>
      <Button variant="primary" block href={IMPORT} icon={<ListPlus />}>
        Загрузить списком
      </Button>
      <Button block icon={<Plus />} onClick={onTypeOwn}>
        Своя песня
      </Button>
    </BackSheet>
  )
}

/** The songs that the artist plays: found, typed by hand, or imported as a list; and his sets. */
export default function RepertoirePage() {
  const { username, songs, prices: loaded, sets } = useLoaderData<Loaded>()
  const [query] = useSearchParams()
  const tab = query.get('tab') === 'sets' ? 'sets' : 'songs'
  const repertoire = useRepertoire(songs)
  const list = useSets(sets, username, null)
  const songbookActions = useSongbookActions()
  const [opened, setOpened] = useState<'add' | 'own' | 'prices' | null>(null)
  const [prices, setPrices] = useState(loaded)
  const close = () => setOpened(null)
  const tags = tagsOf(repertoire.songs.map(({ tags: those = [] }) => ({ tags: those })))
  const search = useSearch((input, signal) =>
    call(api.songs.findSongOfArtist, { query: { input, username } }, { signal }),
  )
  const searched = search.text.trim()
  const typeOwn = () => setOpened('own')
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
  const withChords = repertoire.songs.filter(({ text }) => text === 'chords').length
  const actions: MenuAction[] = [
    ...when(count > 1, {
      key: 'choose',
      label: 'Выбрать',
      icon: <Check />,
      onSelect: () => setChosen(new Set()),
    }),
    ...when(tags.length > 0, {
      key: 'prices',
      label: 'Цены меток',
      icon: <Tag />,
      onSelect: () => setOpened('prices'),
    }),
    ...when(count > 0, {
      key: 'list',
      label: 'Скачать список',
      icon: <Download />,
      onSelect: () => saveList(repertoire.songs),
    }),
    ...(count > 0 ? songbookActions(null) : []),
  ]
  return (
    <ArtistFrame
      wide
      title="Песни и сеты"
      actions={actions.length > 0 && <Menu label="Ещё о репертуаре" actions={actions} />}
    >
      <div className={css.page}>
        <div className={css.tabs}>
          <Tabs
            label="Песни и сеты"
            current={tab}
            tabs={[
              { id: 'songs', label: `Песни ${spaced(count)}`, href: PAGE },
              { id: 'sets', label: `Сеты ${list.sets.length}`, href: `${PAGE}?tab=sets` },
            ]}
          />
        </div>
        <Section
          title="Песни"
          {...(count > 0 && {
            count: `${spaced(count)}, из них ${spaced(withChords)} с аккордами`,
          })}
          className={classes(css.part, css.songsPart, tab !== 'songs' && css.folded)}
        >
          <div className={css.find}>
            <SearchBox label="Найти песню" value={search.text} onValue={search.setText} />
            <IconButton
              label="Добавить песни"
              variant={count === 0 ? 'tonal' : 'lamp'}
              size="l"
              onClick={() => setOpened('add')}
            >
              <Plus />
            </IconButton>
          </div>
          {searched !== '' && (
            <FoundSongs search={search} repertoire={repertoire} onTypeOwn={typeOwn} />
          )}
          {searched === '' && count === 0 && (
            <EmptyState
              text="В репертуаре пока пусто. Найдите песни, которые играете, и добавьте их."
              action={
                <Button variant="primary" href={IMPORT} icon={<ListPlus />}>
                  Загрузить списком
                </Button>
              }
            />
          )}
          {searched === '' && count > 0 && (
            <MySongs
              songs={repertoire.songs}
              repertoire={repertoire}
              choosing={choosing ?? undefined}
            />
          )}
        </Section>
        <Section
          title="Сеты"
          count={
            <Button
              size="s"
              aria-label="Новый сет"
              icon={<Plus className="ico ico-s" />}
              loading={list.creating}
              onClick={() => void list.create()}
            >
              Сет
            </Button>
          }
          className={classes(css.part, tab !== 'sets' && css.folded)}
        >
          <SetList list={list} />
        </Section>
      </div>
      {chosen && (
        <ChosenSongs
          songs={repertoire.songs.filter(({ songId }) => chosen.has(songId))}
          repertoire={repertoire}
          onClose={() => setChosen(null)}
        />
      )}
      {opened === 'prices' && (
        <TagPricesSheet tags={tags} prices={prices} onSaved={setPrices} onClose={close} />
      )}
      <AddSheet open={opened === 'add'} onClose={close} onTypeOwn={typeOwn} />
      <OwnSongSheet
        open={opened === 'own'}
        onClose={close}
        title={searched}
        repertoire={repertoire}
        onAdded={() => {
          close()
          search.setText('')
        }}
      />
    </ArtistFrame>
  )
}
