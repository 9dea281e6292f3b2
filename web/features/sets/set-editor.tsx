import { useState } from 'react'
import type { ClientLoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { OwnSet } from '#contract/sets.ts'
import type { OwnSong } from '#contract/shapes.ts'
import { BREAK_MINUTES } from '#domain/concerts/concert.ts'
import { countedSongs } from '#domain/russian.ts'
import {
  checkSet,
  lengthNotes,
  SET_ITEMS_MOST,
  setAdvice,
  setLength,
  shortLength,
} from '#domain/songs/song-set.ts'
import { useSongbookActions } from '#web/features/songbook/index.ts'
import { call } from '#web/lib/calls/call.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'
import { newKey } from '#web/lib/device/device-memory.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { LeaveGuard } from '#web/parts/leave-guard.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Coffee, Pencil, Settings } from '#web/ui/icons/artist-icons.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { FootBar } from '#web/ui/layout/foot-bar.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Parts } from '#web/ui/layout/tabs.tsx'
import { loadReordering, ReorderList } from '#web/ui/lists/reorder-list.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { SetAbout } from './set-about.tsx'
import type { Item, SetRow } from './set-rows.tsx'
import { ItemSheet, nameOf, SetItemRow } from './set-rows.tsx'
import { PickSongs } from './set-songs.tsx'
import css from './sets.module.css'

type Loaded = {
  set: OwnSet
  songs: readonly OwnSong[]
  /** A concert runs: the way back leads to its pad. */
  running: boolean
}

async function load({ username }: SignedIn, { params }: ClientLoaderFunctionArgs): Promise<Loaded> {
  const query = { artistUsername: username }
  const [set, songs, running] = await Promise.all([
    call(api.artist.set, { query: { id: params['setId'] ?? '' } }),
    call(api.artist.repertoire, { query: {} }),
    // Only the way back depends on it.
    call(api.page.getCurrentSessionInfo, { query }, { asArtist: true }).then(
      ({ id }) => id !== null,
      () => false,
    ),
  ])
  void loadReordering().catch(() => undefined)
  return { set, songs, running }
}

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage('Сет', load)

const rowsOf = ({ items }: OwnSet): readonly SetRow[] =>
  items.map((item) => ({ key: newKey(), item }))

const TO_PAD = { href: '/artist?tab=concert', name: 'Концерт' }
const TO_SETS = { href: '/artist/favorite_songs?tab=sets', name: 'Сеты' }

/** One set: the repertoire to choose from, and what was chosen; changes are saved by «Сохранить сет». */
export default function SetEditor() {
  const { set, songs, running } = useLoaderData<Loaded>()
  const [own] = useState(() => new Map(songs.map((song) => [song.songId, song])))
  const [saved, setSaved] = useState(set)
  /** The content of a request that got no answer: it may be saved. */
  const [sent, setSent] = useState('')
  const songbookActions = useSongbookActions()
  const [about, setAbout] = useState({ title: set.title, targetMinutes: set.targetMinutes })
  const [naming, setNaming] = useState(false)
  const [rows, setRows] = useState(() => rowsOf(set))
  const [part, setPart] = useState<'pick' | 'set'>(set.items.length === 0 ? 'pick' : 'set')
  const [opened, setOpened] = useState<string | null>(null)
  const [moved, setMoved] = useState('')
  const { saving, errors, correct, save, formOf } = useForm({ toast: true })
  const toast = useToast()

  const items = rows.map(({ item }) => item)
  const typed = { ...about, items }
  const length = setLength(items, (songId) => own.get(songId)?.seconds)
  const { targetMinutes } = about
  const advice = setAdvice(typed, length, (songId) => own.get(songId)?.key)
  const changed =
    JSON.stringify(typed) !==
    JSON.stringify({
      title: saved.title,
      targetMinutes: saved.targetMinutes,
      items: saved.items,
    })
  const last = items.at(-1)
  const openedAt = rows.findIndex(({ key }) => key === opened)
  const openedRow = rows[openedAt]
  const inSet = new Set(items.flatMap((one) => (one.kind === 'song' ? [one.songId] : [])))

  function change(next: (before: readonly SetRow[]) => readonly SetRow[]) {
    setRows(next)
    correct()
  }

  function add(item: Item): string | null {
    if (rows.length >= SET_ITEMS_MOST) {
      toast({ text: 'Больше в сет не поместится', tone: 'error' })
      return null
    }
    const key = newKey()
    change((before) => [...before, { key, item }])
    return key
  }

  function addBreak() {
    if (add({ kind: 'break', minutes: BREAK_MINUTES.usual })) toast('Добавили в конец перерыв')
  }

  function pick(
    { songId, title, artistName, imageUrl, isFavorite, seconds }: OwnSong,
    on: boolean,
  ) {
    const row = rows.find(({ item }) => item.kind === 'song' && item.songId === songId)
    const shown = { songId, title, artistName, imageUrl, isFavorite }
    if (on) add({ kind: 'song', ...shown, ...(seconds !== undefined && { seconds }) })
    else if (row !== undefined) remove(row)
  }

  function move(key: string, to: number) {
    const row = rows.find((one) => one.key === key)
    if (row === undefined || to < 0 || to >= rows.length) return
    setMoved(`${nameOf(row)}: место ${to + 1} из ${rows.length}`)
    change((before) => before.filter((one) => one.key !== key).toSpliced(to, 0, row))
  }

  function remove(row: SetRow) {
    const place = rows.indexOf(row)
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
      let { savedAt } = saved
      if (sent) {
        const stored = await call(api.artist.set, { query: { id: set.id } })
        if (JSON.stringify(checkSet(stored)) === sent) {
          savedAt = stored.savedAt
          setSaved(stored)
        }
      }
      setSent(JSON.stringify(checked))
      const body = { id: set.id, ...checked, items: [...checked.items], savedAt }
      const answer = await call(api.artist.saveSet, { body })
      setSent('')
      setSaved(answer)
      // Values changed while the request was pending stay as unsaved changes.
      setAbout((now) => (now === about ? { ...about, title: answer.title } : now))
      setRows((now) => (now === rows ? rowsOf(answer) : now))
      toast('Сет сохранён')
    })

  const songsInSet = countedSongs(length.songs)
  const notes = lengthNotes(length)
  const numbers = new Map(
    rows.filter(({ item }) => item.kind === 'song').map(({ key }, at) => [key, at + 1]),
  )
  return (
    <ArtistFrame
      wide
      title={about.title}
      lead={advice}
      back={running ? TO_PAD : TO_SETS}
      actions={
        saved.items.some(({ kind }) => kind === 'song') && (
          <Menu label="Ещё о сете" actions={songbookActions(set.id)} />
        )
      }
    >
      <form {...formOf(send)} className={css.form}>
        <div className={css.parts}>
          <Parts
            label="Сет"
            current={part}
            onPart={setPart}
            parts={[
              { id: 'pick', label: 'Выбрать' },
              { id: 'set', label: `В сете ${length.songs}` },
            ]}
          />
        </div>
        <Section
          title="Репертуар"
          count={songs.length}
          className={classes(css.part, part !== 'pick' && css.folded)}
        >
          <PickSongs songs={songs} has={(songId) => inSet.has(songId)} onPick={pick} />
        </Section>
        <Section
          title="В сете"
          count={rows.length > 1 ? 'перетаскивайте' : undefined}
          className={classes(css.part, part !== 'set' && css.folded)}
        >
          {rows.length === 0 && (
            <EmptyState muted text="В сете пусто. Отметьте песни репертуара, и они встанут сюда." />
          )}
          {rows.length > 0 && (
            <div>
              <p className={css.total}>
                <b>{shortLength(length)}</b>
                <span className="muted">
                  {targetMinutes === null
                    ? songsInSet
                    : `${songsInSet}, цель ${targetMinutes}\u00A0мин`}
                </span>
              </p>
              {notes.length > 0 && <p className={css.about}>{notes.join(' · ')}</p>}
            </div>
          )}
          <ReorderList
            label="Состав сета"
            rows={rows}
            keyOf={({ key }) => key}
            nameOf={nameOf}
            onMove={move}
          >
            {(row, place, grip) => (
              <SetItemRow
                {...{ row, grip }}
                number={numbers.get(row.key) ?? 0}
                own={row.item.kind === 'song' ? own.get(row.item.songId) : undefined}
                onOpen={() => setOpened(row.key)}
                onStep={(by) => move(row.key, place + by)}
              />
            )}
          </ReorderList>
          <output className="sr">{moved}</output>
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
            <Button size="s" icon={<Coffee />} onClick={addBreak}>
              Перерыв
            </Button>
            <Button
              size="s"
              icon={<Pencil />}
              onClick={() => setOpened(add({ kind: 'note', text: '' }))}
            >
              Заметка
            </Button>
            <Button size="s" icon={<Settings />} onClick={() => setNaming(true)}>
              Название и цель
            </Button>
          </div>
        </Section>
        <FootBar>
          <div className={css.foot}>
            <p>
              <b>{songsInSet}</b>
              <br />
              <span className="muted">
                {targetMinutes === null
                  ? shortLength(length)
                  : `${Math.round(length.seconds / 60)} из ${targetMinutes}\u00A0мин`}
              </span>
            </p>
            <Button type="submit" variant="primary" loading={saving}>
              Сохранить сет
            </Button>
          </div>
        </FootBar>
      </form>
      {naming && <SetAbout about={about} onDone={setAbout} onClose={() => setNaming(false)} />}
      {openedRow && (
        <ItemSheet
          row={openedRow}
          place={openedAt}
          count={rows.length}
          onChange={(item) =>
            change((before) =>
              before.map((one) => (one.key === openedRow.key ? { ...one, item } : one)),
            )
          }
          onMove={(to) => move(openedRow.key, to)}
          onRemove={() => remove(openedRow)}
          onClose={() => setOpened(null)}
        />
      )}
      <LeaveGuard changed={changed}>
        <p>Изменения сета ещё не сохранены.</p>
      </LeaveGuard>
    </ArtistFrame>
  )
}
