import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { api } from '#contract/index.ts'
import type { Song } from '#contract/shapes.ts'
import { ownNoteText } from '#web/features/pad/index.ts'
import { call } from '#web/lib/calls/call.ts'
import { rubles } from '#web/lib/format.ts'
import type { Search } from '#web/lib/use-search.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { SongCover } from '#web/parts/songs/song-cover.tsx'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Hand } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { EditRow, EditTitle, FoundMark, ReorderList } from '#web/ui/lists/reorder-list.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { Draft, DraftSong } from './draft.ts'
import { addSong, missingText, isFull, moveSong, removeSong, placeIn } from './draft.ts'
import { OnPad } from './meanwhile.tsx'
import css from './manage-queue.module.css'
import type { QueueNow } from './use-queue-now.ts'

type FoundSongsProps = {
  search: Search<readonly Song[]>
  /** Where a song is already; null: nowhere. */
  placeOf: (songId: string) => 'list' | 'queue' | null
  onAdd: (song: Song) => void
}

const MARKS = { list: 'В списке', queue: 'В «Очереди» на пульте' } as const

/** The search results, the artist's own songs first; a tap adds a song that is not there yet. */
function FoundSongs({ search, placeOf, onAdd }: FoundSongsProps) {
  const { found, pending, failed, again } = search
  if (failed !== null) {
    return (
      <div role="alert">
        <EmptyState
          rest={false}
          text={failed}
          action={<Button onClick={again}>Найти ещё раз</Button>}
        />
      </div>
    )
  }
  if (found === null) return <LoadingWords text="Ищем…" />
  if (found.length === 0) {
    return (
      <output className="t-l muted">
        В каталоге такой песни нет. Свою песню можно добавить в репертуаре.
      </output>
    )
  }
  const groups = [
    { title: 'Репертуар музыканта', songs: found.filter((song) => song.isFavorite) },
    { title: 'Все песни', songs: found.filter((song) => !song.isFavorite) },
  ].filter(({ songs }) => songs.length > 0)
  return (
    <div className={css.found} aria-busy={pending}>
      {groups.map(({ title, songs }) => (
        <Section key={title} title={title}>
          <ul>
            {songs.map((song) => {
              const where = placeOf(song.songId)
              return (
                <SongRow
                  key={song.songId}
                  song={song}
                  onPress={() => onAdd(song)}
                  mark={<FoundMark there={where === null ? null : MARKS[where]} />}
                />
              )
            })}
          </ul>
        </Section>
      ))}
    </div>
  )
}

type QueueRowProps = {
  song: DraftSong
  /** From 0. */
  place: number
  count: number
  grip: ReactNode
  /** The data of the song that only the artist gets. */
  note: string | null
  /** Why the song will be missing after saving. */
  missing: string | null
  onMove: (place: number) => void
  onRemove: () => void
}

/** A row of the edited list, with the data that only the artist gets. */
function QueueRow({ song, note, missing, ...row }: QueueRowProps) {
  return (
    <EditRow
      {...row}
      name={song.title}
      cover={<SongCover songId={song.songId} imageUrl={song.imageUrl} />}
      removal="Удалить"
      removeKey={song.songId}
    >
      <EditTitle title={song.title} artist={song.artistName} off={missing !== null} />
      {note !== null && <p className={css.note}>{note}</p>}
      {missing !== null && <p className={css.why}>{missing}</p>}
    </EditRow>
  )
}

type QueueEditorProps = {
  username: string
  draft: Draft
  now: QueueNow
  change: (step: (draft: Draft) => Draft) => void
}

const WHERE = { list: 'уже в списке', queue: 'уже в «Очереди» на пульте' } as const

/** The editor of the list of orders: changes are saved by «Сохранить». */
export function QueueEditor({ username, draft, now, change }: QueueEditorProps) {
  const [message, setSaid] = useState('')
  const toast = useToast()
  const within = useRef<HTMLDivElement>(null)
  const search = useSearch((input, signal) =>
    call(api.songs.findSongOfArtist, { query: { input, username } }, { signal }),
  )
  const { songs } = draft
  const { queue, viewOf } = now
  const entryOf = (songId: string) =>
    queue.find((entry) => entry.songId === songId && entry.status === 'SCHEDULED')
  const viewOfSong = (songId: string) => {
    const entry = entryOf(songId)
    return entry && viewOf(entry)
  }

  function add(song: Song) {
    const where = placeIn(draft, queue, song.songId)
    if (where !== null) return toast(`«${song.title}» ${WHERE[where]}`)
    if (isFull(draft)) return toast({ text: 'Больше песен не поместится', tone: 'error' })
    change((before) => addSong(before, song))
    toast(`«${song.title}» добавили в конец списка`)
  }

  function move(song: DraftSong, place: number) {
    change((before) => moveSong(before, song.songId, place))
    setSaid(`«${song.title}»: место ${place + 1} из ${songs.length}`)
  }

  function remove(song: DraftSong, place: number) {
    const next = songs[place + 1] ?? songs[place - 1]
    const target = next === undefined ? 'input' : `[data-remove="${next.songId}"]`
    // The removed row takes the pressed button with it.
    within.current?.querySelector<HTMLElement>(target)?.focus()
    const amount = viewOfSong(song.songId)?.amount ?? 0
    change((before) => removeSong(before, queue, song.songId))
    toast({
      text: `«${song.title}» убрали.${amount > 0 ? ` При сохранении вернём ${rubles(amount)}.` : ''}`,
      action: {
        label: 'Вернуть',
        onPress: () =>
          change((before) =>
            placeIn(before, queue, song.songId) === 'list' ? before : addSong(before, song, place),
          ),
      },
    })
  }

  return (
    <div ref={within} className={css.editor}>
      <SearchBox label="Найти песню" value={search.text} onValue={search.setText} />
      {search.text.trim() !== '' && (
        <FoundSongs
          search={search}
          placeOf={(songId) => placeIn(draft, queue, songId)}
          onAdd={add}
        />
      )}
      <Section title="Редактирование очереди" count={songs.length}>
        <p className={css.hint}>
          <Hand />
          <span>
            Добавляйте и удаляйте песни. Чтобы поменять порядок, удерживайте трек и перетащите.
          </span>
        </p>
        <OnPad queue={queue} />
        <ReorderList
          label="Песни очереди"
          rows={songs}
          keyOf={({ songId }) => songId}
          nameOf={({ title }) => title}
          onMove={(songId, place) => change((before) => moveSong(before, songId, place))}
        >
          {(song, place, grip) => (
            <QueueRow
              song={song}
              place={place}
              count={songs.length}
              grip={grip}
              note={ownNoteText(viewOfSong(song.songId), entryOf(song.songId)?.backers ?? 0)}
              missing={missingText(draft, queue, song.songId)}
              onMove={(to) => move(song, to)}
              onRemove={() => remove(song, place)}
            />
          )}
        </ReorderList>
        {songs.length === 0 && (
          <EmptyState muted text="В списке пусто. Найдите песню и добавьте её." />
        )}
      </Section>
      <output className="sr">{message}</output>
    </div>
  )
}
