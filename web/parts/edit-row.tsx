import type { ReactNode } from 'react'
import { ChevronsUp, ChevronUp, Trash2 } from '../ui/artist-icons.tsx'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Plus } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'
import { Check, ChevronDown } from '../ui/more-icons.tsx'
import css from './edit-row.module.css'

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
  /** Attributes for whoever looks for this button. */
  removeKey?: string
  onRemove: () => void
  /** The words of the row. */
  children: ReactNode
}

/** A row in the artist's hands: pulled by its grip or anywhere, or moved by its buttons, which a telephone keeps in a menu. */
export function EditRow(props: EditRowProps) {
  const { name, place, count, grip, cover, onMove, removal, removeKey, onRemove, children } = props
  const first = place === 0
  const moves = [
    { label: 'В начало', icon: <ChevronsUp className="ico" />, to: 0, ends: first },
    { label: 'Выше', icon: <ChevronUp className="ico" />, to: place - 1, ends: first },
    {
      label: 'Ниже',
      icon: <ChevronDown className="ico" />,
      to: place + 1,
      ends: place === count - 1,
    },
  ]
  return (
    <div className={css.row}>
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
          variant="plain"
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
          <Trash2 className="ico" />
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

/** At a song that the search found: a plus, or where the song stands already. */
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
      <Plus className="ico" />
      <span className="sr">Добавить</span>
    </span>
  )
}
