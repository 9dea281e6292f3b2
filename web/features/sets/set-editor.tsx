import { useState } from 'react'
import type { ClientLoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { OwnSet } from '#contract/sets.ts'
import type { OwnSong, Song } from '#contract/shapes.ts'
import { BREAK_MINUTES } from '#domain/concerts/concert.ts'
import {
  checkSet,
  SET_ITEMS_MOST,
  SET_TITLE_MAX,
  setLength,
  setLengthWords,
  targetWords,
} from '#domain/songs/song-set.ts'
import { useSongbookActions } from '#web/features/songbook/index.ts'
import { call } from '#web/lib/calls/call.ts'
import { newKey } from '#web/lib/device/device-memory.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { LeaveGuard } from '#web/parts/leave-guard.tsx'
import { Coffee, Pencil } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FootBar } from '#web/ui/layout/foot-bar.tsx'
import { loadReordering, ReorderList } from '#web/ui/lists/reorder-list.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'
import type { Item, SetRow } from './set-rows.tsx'
import { FoundSongs, nameOf, SetItemRow } from './set-rows.tsx'
import css from './sets.module.css'

type Loaded = {
  username: string
  set: OwnSet
  /** The songs of the repertoire, by id. */
  own: ReadonlyMap<string, OwnSong>
}

async function load({ username }: SignedIn, { params }: ClientLoaderFunctionArgs): Promise<Loaded> {
  const [set, songs] = await Promise.all([
    call(api.artist.set, { query: { id: params['setId'] ?? '' } }),
    call(api.artist.repertoire, { query: {} }),
  ])
  void loadReordering().catch(() => undefined)
  return { username, set, own: new Map(songs.map((song) => [song.songId, song])) }
}

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage('Сет', load)

const rowsOf = ({ items }: OwnSet): readonly SetRow[] =>
  items.map((item) => ({ key: newKey(), item }))

/** One set: its title, its target length and its items; changes are saved by «Сохранить». */
export default function SetEditor() {
  const { username, set, own } = useLoaderData<Loaded>()
  const [saved, setSaved] = useState(set)
  const songbookActions = useSongbookActions()
  const [title, setTitle] = useState(set.title)
  const [target, setTarget] = useState(set.targetMinutes === null ? '' : String(set.targetMinutes))
  const [rows, setRows] = useState(() => rowsOf(set))
  const { saving, errors, correct, save, formOf } = useForm({ toast: true })
  const toast = useToast()
  const search = useSearch((input, signal) =>
    call(api.songs.findSongOfArtist, { query: { input, username } }, { signal }),
  )

  const items = rows.map(({ item }) => item)
  const targetMinutes = target === '' ? null : Number(target)
  const typed = { title, targetMinutes, items }
  const length = setLength(items, (songId) => own.get(songId)?.seconds)
  const meant = targetWords(length, targetMinutes)
  const changed =
    JSON.stringify(typed) !==
    JSON.stringify({
      title: saved.title,
      targetMinutes: saved.targetMinutes,
      items: saved.items,
    })
  const last = items.at(-1)

  function change(next: (before: readonly SetRow[]) => readonly SetRow[]) {
    setRows(next)
    correct()
  }

  function add(item: Item) {
    if (rows.length >= SET_ITEMS_MOST)
      return toast({ text: 'Больше в сет не поместится', tone: 'error' })
    change((before) => [...before, { key: newKey(), item }])
    toast(`Добавили в конец: ${nameOf({ key: '', item })}`)
  }

  function addSong(song: Song) {
    const { songId, title: songTitle, artistName, imageUrl, isFavorite } = song
    if (items.some((one) => one.kind === 'song' && one.songId === songId))
      return toast(`«${songTitle}» уже в сете`)
    const seconds = own.get(songId)?.seconds
    const shown = { songId, title: songTitle, artistName, imageUrl, isFavorite }
    add({ kind: 'song', ...shown, ...(seconds !== undefined && { seconds }) })
  }

  const move = (key: string, place: number) =>
    change((before) => {
      const row = before.find((one) => one.key === key)
      return row === undefined
        ? before
        : before.filter((one) => one !== row).toSpliced(Math.max(0, place), 0, row)
    })

  function remove(row: SetRow, place: number) {
    change((before) => before.filter(({ key }) => key !== row.key))
    toast({
      text: `Убрали: ${nameOf(row)}`,
      action: {
        label: 'Вернуть',
        onPress: () =>
          change((before) =>
            before.some(({ key }) => key === row.key) ? before : before.toSpliced(place, 0, row),
          ),
      },
    })
  }

  const send = () =>
    save(async () => {
      const checked = checkSet(typed)
      const body = { id: set.id, ...checked, items: [...checked.items] }
      const answer = await call(api.artist.saveSet, { body })
      setSaved(answer)
      // Values changed while the request was pending stay as unsaved changes.
      setTitle((now) => (now === title ? answer.title : now))
      setRows((now) => (now === rows ? rowsOf(answer) : now))
      toast('Сет сохранён')
    })

  return (
    <ArtistFrame
      title={saved.title}
      back={{ href: '/artist/sets', name: 'Сеты' }}
      actions={
        saved.items.some(({ kind }) => kind === 'song') && (
          <Menu label="Ещё о сете" variant="plain" actions={songbookActions(set.id)} />
        )
      }
    >
      <form {...formOf(send)} className={css.form}>
        <div className={css.about}>
          <Field
            label="Название"
            name="title"
            autoComplete="off"
            maxLength={SET_TITLE_MAX}
            value={title}
            error={errors['title']}
            onChange={(event) => {
              setTitle(event.target.value)
              correct()
            }}
          />
          <Field
            label="Сколько минут музыки"
            name="targetMinutes"
            inputMode="numeric"
            autoComplete="off"
            placeholder="Не важно"
            value={target}
            error={errors['targetMinutes']}
            onChange={(event) => {
              setTarget(event.target.value.replaceAll(/\D/gu, '').slice(0, 4))
              correct()
            }}
          />
        </div>
        <output className={css.length}>
          {setLengthWords(length)}
          {meant !== null && <b>{meant}</b>}
        </output>
        <Section title="Состав" count={rows.length}>
          <ReorderList
            label="Состав сета"
            rows={rows}
            keyOf={({ key }) => key}
            nameOf={nameOf}
            onMove={move}
          >
            {(row, place, grip) => (
              <SetItemRow
                {...{ row, place, grip }}
                count={rows.length}
                onChange={(item) =>
                  change((before) =>
                    before.map((one) => (one.key === row.key ? { ...one, item } : one)),
                  )
                }
                onMove={(to) => move(row.key, to)}
                onRemove={() => remove(row, place)}
              />
            )}
          </ReorderList>
          {rows.length === 0 && (
            <EmptyState muted text="В сете пусто. Найдите песню в репертуаре и добавьте её." />
          )}
          {last !== undefined && last.kind !== 'song' && (
            <p className="muted">
              После последней песни перерыва и заметки на пульте нет: они стоят перед песней.
            </p>
          )}
          {errors['items'] !== undefined && (
            <p role="alert" className={css.wrong}>
              {errors['items']}
            </p>
          )}
          <div className="flow">
            <Button
              icon={<Coffee className="ico" />}
              onClick={() => add({ kind: 'break', minutes: BREAK_MINUTES.usual })}
            >
              Перерыв
            </Button>
            <Button
              icon={<Pencil className="ico" />}
              onClick={() => add({ kind: 'note', text: '' })}
            >
              Заметка
            </Button>
          </div>
        </Section>
        <Section title="Добавить песню">
          <SearchBox label="Найти в репертуаре" value={search.text} onValue={search.setText} />
          {search.text.trim() !== '' && (
            <FoundSongs
              search={search}
              has={(songId) => items.some((one) => one.kind === 'song' && one.songId === songId)}
              onAdd={addSong}
            />
          )}
        </Section>
        <FootBar className={css.foot}>
          <Button type="submit" variant="primary" block loading={saving}>
            Сохранить
          </Button>
        </FootBar>
      </form>
      <LeaveGuard changed={changed}>
        <p>Изменения сета ещё не сохранены.</p>
      </LeaveGuard>
    </ArtistFrame>
  )
}
