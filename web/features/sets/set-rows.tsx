import type { ReactNode } from 'react'
import type { OwnSet } from '#contract/sets.ts'
import type { Song } from '#contract/shapes.ts'
import { BREAK_MINUTES } from '#domain/concerts/concert.ts'
import { counted } from '#domain/russian.ts'
import { lengthWords } from '#domain/songs/song-about.ts'
import { SET_NOTE_MAX } from '#domain/songs/song-set.ts'
import type { Search } from '#web/lib/use-search.ts'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { EditRow, EditTitle, FoundMark } from '#web/ui/lists/reorder-list.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'

export type Item = OwnSet['items'][number]
/** An item with a key of its own, so that its row keeps it while it moves. */
export type SetRow = { readonly key: string; readonly item: Item }

const BREAKS = [BREAK_MINUTES.least, 10, 15, 20, 30, 45, BREAK_MINUTES.most]

export const nameOf = ({ item }: SetRow) =>
  item.kind === 'song' ? item.title : item.kind === 'break' ? 'Перерыв' : 'Заметка'

type FoundSongsProps = {
  search: Search<readonly Song[]>
  has: (songId: string) => boolean
  onAdd: (song: Song) => void
}

/** The songs of the repertoire that the search found; a tap adds one that is not in the set yet. */
export function FoundSongs({ search, has, onAdd }: FoundSongsProps) {
  const { found, pending, failed, again } = search
  if (failed !== null)
    return (
      <div role="alert">
        <EmptyState
          rest={false}
          text={failed}
          action={<Button onClick={again}>Найти ещё раз</Button>}
        />
      </div>
    )
  if (found === null) return <LoadingWords text="Ищем…" />
  const mine = found.filter(({ isFavorite }) => isFavorite)
  if (mine.length === 0)
    return (
      <output className="t-l muted">
        В репертуаре такой песни нет. Добавьте её туда, и она встанет в сет.
      </output>
    )
  return (
    <ul aria-busy={pending} aria-label="Найдены в репертуаре">
      {mine.map((song) => (
        <SongRow
          key={song.songId}
          song={song}
          onPress={() => onAdd(song)}
          mark={<FoundMark there={has(song.songId) ? 'В сете' : null} />}
        />
      ))}
    </ul>
  )
}

type SetItemRowProps = {
  row: SetRow
  place: number
  count: number
  grip: ReactNode
  onChange: (item: Item) => void
  onMove: (place: number) => void
  onRemove: () => void
}

/** The editor's row of a song, a break or a note. */
export function SetItemRow({ row, onChange, ...moves }: SetItemRowProps) {
  const { item } = row
  return (
    <EditRow {...moves} name={nameOf(row)} removal="Убрать">
      {item.kind === 'song' && (
        <EditTitle
          title={item.title}
          artist={[
            item.artistName,
            item.seconds === undefined ? 'длина не указана' : lengthWords(item.seconds),
            !item.isFavorite && 'уже не в репертуаре',
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      )}
      {item.kind === 'break' && (
        <SelectField
          label="Перерыв"
          name={`break ${row.key}`}
          value={String(item.minutes)}
          onChange={({ target }) => onChange({ ...item, minutes: Number(target.value) })}
        >
          {[...new Set([...BREAKS, item.minutes])]
            .toSorted((a, b) => a - b)
            .map((minutes) => (
              <option key={minutes} value={minutes}>
                {counted(minutes, 'минута', 'минуты', 'минут')}
              </option>
            ))}
        </SelectField>
      )}
      {item.kind === 'note' && (
        <Field
          label="Заметка, видна на пульте"
          name={`note ${row.key}`}
          autoComplete="off"
          maxLength={SET_NOTE_MAX}
          value={item.text}
          onChange={({ target }) => onChange({ ...item, text: target.value })}
        />
      )}
    </EditRow>
  )
}
