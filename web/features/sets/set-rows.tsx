import type { KeyboardEvent, ReactNode } from 'react'
import type { OwnSet } from '#contract/sets.ts'
import type { OwnSong } from '#contract/shapes.ts'
import { BREAK_MINUTES } from '#domain/concerts/concert.ts'
import { counted } from '#domain/russian.ts'
import { SET_NOTE_MAX } from '#domain/songs/song-set.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { ChevronsUp, ChevronUp, Trash2 } from '#web/ui/icons/artist-icons.tsx'
import { ChevronDown } from '#web/ui/icons/more-icons.tsx'
import { BackSheet } from '#web/parts/back-sheet.tsx'
import { KeyAndLength } from './set-songs.tsx'
import css from './sets.module.css'

export type Item = OwnSet['items'][number]
/** An item with a key of its own, so that its row keeps it while it moves. */
export type SetRow = { readonly key: string; readonly item: Item }

const BREAKS = [BREAK_MINUTES.least, 10, 15, 20, 30, 45, BREAK_MINUTES.most]

export const nameOf = ({ item }: Pick<SetRow, 'item'>) =>
  item.kind === 'song' ? item.title : item.kind === 'break' ? 'Перерыв' : 'Заметка'

function ItemWords({ item }: { item: Item }) {
  if (item.kind === 'song')
    return (
      <>
        <span className={css.name}>{item.title}</span>
        {!item.isFavorite && <small className={css.about}>уже не в репертуаре</small>}
      </>
    )
  return item.kind === 'break' ? <span>Перерыв</span> : <span>{item.text || 'Пустая заметка'}</span>
}

const STEPS: Readonly<Record<string, -1 | 1 | undefined>> = { ArrowUp: -1, ArrowDown: 1 }

type SetItemRowProps = {
  row: SetRow
  /** Its place among the songs, from 1. */
  number: number
  /** The song as the repertoire has it. */
  own: OwnSong | undefined
  grip: ReactNode
  onOpen: () => void
  onStep: (by: -1 | 1) => void
}

/** A song, a break or a note of the set: dragged, moved by Alt and the arrow keys, or opened. */
export function SetItemRow({ row: { item }, number, own, grip, onOpen, onStep }: SetItemRowProps) {
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const by = STEPS[event.key]
    if (!event.altKey || by === undefined || !(event.target instanceof HTMLElement)) return
    event.preventDefault()
    const focused = event.target
    onStep(by)
    // A row that moves in the page loses the focus.
    requestAnimationFrame(() => focused.focus())
  }
  return (
    // oxlint-disable-next-line no-static-element-interactions -- the keys of the buttons in it
    <div className={css.item} data-kind={item.kind} onKeyDown={step}>
      {grip}
      <span className={css.number}>{item.kind === 'song' && number}</span>
      <button type="button" className={css.open} onClick={onOpen}>
        <span className={css.itemWords}>
          <ItemWords item={item} />
        </span>
        {item.kind === 'song' && (
          <KeyAndLength
            song={{
              ...(own?.key !== undefined && { key: own.key }),
              ...(item.seconds !== undefined && { seconds: item.seconds }),
            }}
          />
        )}
        {item.kind === 'break' && <small className={css.about}>{`${item.minutes}\u00A0мин`}</small>}
      </button>
    </div>
  )
}

type ItemSheetProps = {
  row: SetRow
  place: number
  count: number
  onChange: (item: Item) => void
  onMove: (place: number) => void
  onRemove: () => void
  onClose: () => void
}

/** What is done with an item of the set. */
export function ItemSheet(props: ItemSheetProps) {
  const { row, place, count, onChange, onMove, onRemove, onClose } = props
  const { item } = row
  const moves = [
    { label: 'В начало', icon: <ChevronsUp />, to: 0, ends: place === 0 },
    { label: 'Выше', icon: <ChevronUp />, to: place - 1, ends: place === 0 },
    {
      label: 'Ниже',
      icon: <ChevronDown />,
      to: place + 1,
      ends: place === count - 1,
    },
  ]
  return (
    <BackSheet
      open
      onClose={onClose}
      title={nameOf(row)}
      subtitle={item.kind === 'song' ? item.artistName : undefined}
    >
      {item.kind === 'break' && (
        <SelectField
          label="Сколько длится"
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
      <div className="flow">
        {moves.map(({ label, icon, to, ends }) => (
          // Not disabled: a button that is pressed down to the end must keep the focus.
          <Button
            key={label}
            icon={icon}
            aria-disabled={ends}
            onClick={() => {
              if (!ends) onMove(to)
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      <Button
        icon={<Trash2 />}
        onClick={() => {
          onRemove()
          onClose()
        }}
      >
        Убрать из сета
      </Button>
      <Button variant="primary" onClick={onClose}>
        Готово
      </Button>
    </BackSheet>
  )
}
