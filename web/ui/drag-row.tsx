import { useSortable } from '@dnd-kit/sortable'
import type { AnimateLayoutChanges } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Grip } from './grip.tsx'
import css from './reorder-list.module.css'

const GLIDE = { duration: 360, easing: 'cubic-bezier(0.45, 0, 0.15, 1)' }

// After a drop the rows stand where the hand has put them already.
const glides: AnimateLayoutChanges = ({ isSorting, wasDragging }) => isSorting || !wasDragging
const jumps: AnimateLayoutChanges = () => false

export type DragRowProps = {
  id: string
  name: string
  /** The visitor asked for less motion. */
  still: boolean
  children: (grip: ReactNode) => ReactNode
}

/** A row that can be held and pulled; while it is away its place stays marked. */
export function DragRow({ id, name, still, children }: DragRowProps) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({
    id,
    attributes: { roleDescription: 'перемещаемая строка' },
    transition: still ? null : GLIDE,
    animateLayoutChanges: still ? jumps : glides,
  })
  return (
    <li
      ref={setNodeRef}
      {...listeners}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classes(css.row, css.movable, isDragging && css.gap)}
    >
      {children(<Grip ref={setActivatorNodeRef} name={name} {...attributes} />)}
    </li>
  )
}
