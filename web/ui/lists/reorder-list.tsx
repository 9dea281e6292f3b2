import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { ChevronsUp, ChevronUp, Trash2 } from '../icons/artist-icons.tsx'
import { classes } from '../classes.ts'
import { Grip } from './grip.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { Plus } from '../icons/icons.tsx'
import { Menu } from '../overlays/menu.tsx'
import { Check, ChevronDown } from '../icons/more-icons.tsx'
import type { ReorderRows } from './reorder-rows.ts'
import css from './reorder-list.module.css'

type Dragging = typeof import('./drag-list.tsx')

let loaded: Dragging | null = null

/** Loads the dragging code; a list rendered before that can be read all the same. */
export async function loadReordering(): Promise<Dragging> {
  loaded ??= await import('./drag-list.tsx')
  return loaded
}

// If the file fails to load, only the dragging is missing.
const noDragging = () => undefined

const buttonsOf = (box: HTMLElement | null) => [...(box?.querySelectorAll('button') ?? [])]

/** A list whose rows can be reordered: by dragging one, or by its grip from the keyboard. */
export function ReorderList<Row>(props: ReorderRows<Row>) {
  const [dragging, setDragging] = useState(loaded)
  const box = useRef<HTMLDivElement>(null)
  const focused = useRef(-1)

  useEffect(() => {
    if (dragging !== null) {
      // The rows were rendered again: restores the focus in them.
      buttonsOf(box.current)[focused.current]?.focus()
      return undefined
    }
    let unmounted = false
    void loadReordering().then((came) => {
      if (unmounted) return
      focused.current = buttonsOf(box.current).findIndex((one) => one === document.activeElement)
      setDragging(came)
    }, noDragging)
    return () => {
      unmounted = true
    }
  }, [dragging])

  const { label, rows, keyOf, nameOf, children } = props
  return (
    <div ref={box}>
      {dragging === null ? (
        <ol aria-label={label} className={css.list}>
          {rows.map((row, place) => (
            <li key={keyOf(row)} className={css.row}>
              {children(row, place, <Grip name={nameOf(row)} disabled />)}
            </li>
          ))}
        </ol>
      ) : (
        <dragging.DragList {...props} />
      )}
    </div>
  )
}

type EditRowProps = {
  name: string
  /** From 0. */
  place: number
  count: number
  grip: ReactNode
  cover?: ReactNode
  onMove: (place: number) => void
  /** «Удалить» in one list, «Убрать» in another. */
  removal: string
  /** The `data-remove` value, to find this button by. */
  removeKey?: string
  onRemove: () => void
  /** The text of the row. */
  children: ReactNode
}

/** A row that the artist edits: dragged by its grip or anywhere, or moved by its buttons, which a phone puts in a menu. */
export function EditRow(props: EditRowProps) {
  const { name, place, count, grip, cover, onMove, removal, removeKey, onRemove, children } = props
  const first = place === 0
  const moves = [
    { label: 'В начало', icon: <ChevronsUp />, to: 0, ends: first },
    { label: 'Выше', icon: <ChevronUp />, to: place - 1, ends: first },
    {
      label: 'Ниже',
      icon: <ChevronDown />,
      to: place + 1,
      ends: place === count - 1,
    },
  ]
  return (
    <div className={css.edit}>
      {grip}
      {cover !== undefined && <div className={css.cover}>{cover}</div>}
      <div className={css.words}>{children}</div>
      <div className={classes(css.buttons, css.spread)}>
        {moves.map(({ label, icon, to, ends }) => (
          // Not disabled: a button that is pressed down to the end must keep the focus.
          <IconButton
            key={label}
            label={`${label}: ${name}`}
            aria-disabled={ends}
            onClick={() => {
              if (!ends) onMove(to)
            }}
          >
            {icon}
          </IconButton>
        ))}
      </div>
      <div className={css.buttons}>
        <Menu
          label={`Порядок: ${name}`}
          className={css.folded}
          actions={moves.map(({ label, icon, to, ends }) => ({
            key: label,
            label,
            icon,
            disabled: ends,
            onSelect: () => onMove(to),
          }))}
        />
        <IconButton
          label={`${removal}: ${name}`}
          variant="tonal"
          data-remove={removeKey}
          onClick={onRemove}
        >
          <Trash2 />
        </IconButton>
      </div>
    </div>
  )
}

type EditTitleProps = { title: string; artist: string; off?: boolean }

export function EditTitle({ title, artist, off = false }: EditTitleProps) {
  return (
    <>
      <p className={classes(css.title, off && css.off)}>{title}</p>
      <p className={css.artist}>{artist}</p>
    </>
  )
}

/** The mark of a song that the search found: a plus, or where the song is already. */
export function FoundMark({ there }: { there: string | null }) {
  if (there !== null)
    return (
      <span className={css.there}>
        <Check className="ico ico-s" />
        {there}
      </span>
    )
  return (
    <span className={css.plus}>
      <Plus />
      <span className="sr">Добавить</span>
    </span>
  )
}
