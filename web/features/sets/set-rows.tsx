import type { ReactNode } from 'react'
import type { OwnSet } from '#contract/sets.ts'
import type { Song } from '#contract/shapes.ts'
import { BREAK_MINUTES } from '#domain/concerts/concert.ts'
import { counted } from '#domain/russian.ts'
import { lengthWords } from '#domain/songs/song-about.ts'
import { SET_NOTE_MAX } from '#domain/songs/song-set.ts'
import type { Search } from '#web/lib/use-search.ts'
import { SongRow } from '#web/parts/song-row.tsx'
import { ChevronUp, Trash2 } from '#web/ui/artist-icons.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Plus } from '#web/ui/icons.tsx'
import { Check, ChevronDown } from '#web/ui/more-icons.tsx'
import { LoadingWords } from '#web/ui/loading-words.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import css from './sets.module.css'

export type Item = OwnSet['items'][number]
/** An item by a key of its own, so that rows keep theirs while they move. */
export type SetRow = { readonly key: string; readonly item: Item }

const BREAKS = [BREAK_MINUTES.least, 10, 15, 20, 30, 45, BREAK_MINUTES.most]

export const nameOf = ({ item }: SetRow) =>
  item.kind === 'song' ? item.title : item.kind === 'break' ? 'Перерыв' : 'Заметка'

type FoundSongsProps = {
  search: Search<readonly Song[]>
  has: (songId: string) => boolean
  onAdd: (song: Song) => void
}

/** What of the repertoire the search found; a tap adds a song that is not in the set yet. */
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
          mark={
            has(song.songId) ? (
              <span className={css.there}>
                <Check className="ico ico-s" />В сете
              </span>
            ) : (
              <span className={css.plus}>
                <Plus className="ico" />
                <span className="sr">Добавить</span>
              </span>
            )
          }
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

/** A song, a break or a note in the artist's hands. */
export function SetItemRow({
  row,
  place,
  count,
  grip,
  onChange,
  onMove,
  onRemove,
}: SetItemRowProps) {
  const { item } = row
  const name = nameOf(row)
  return (
    <div className={css.row}>
      {grip}
      <div className={css.words}>
        {item.kind === 'song' && (
          <>
            <p className={css.title}>{item.title}</p>
            <p className={css.artist}>
              {[
                item.artistName,
                item.seconds === undefined ? 'длина не указана' : lengthWords(item.seconds),
                !item.isFavorite && 'уже не в репертуаре',
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </>
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
      </div>
      <div className={css.moves}>
        <IconButton
          label={`Выше: ${name}`}
          aria-disabled={place === 0}
          onClick={() => place > 0 && onMove(place - 1)}
        >
          <ChevronUp className="ico" />
        </IconButton>
        <IconButton
          label={`Ниже: ${name}`}
          aria-disabled={place === count - 1}
          onClick={() => place < count - 1 && onMove(place + 1)}
        >
          <ChevronDown className="ico" />
        </IconButton>
        <IconButton label={`Убрать: ${name}`} variant="tonal" onClick={onRemove}>
          <Trash2 className="ico" />
        </IconButton>
      </div>
    </div>
  )
}
