import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MeasuringStrategy,
  closestCenter,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import type { AnimateLayoutChanges } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { classes } from '../classes.ts'
import { Grip } from './grip.tsx'
import { MousePull, TouchHold, verticalOnly, useInstantScroll } from './hold-sensors.ts'
import css from './reorder-list.module.css'
import type { ReorderRows } from './reorder-rows.ts'
import { REORDER_HELP, reorderAnnouncements } from './reorder-rows.ts'
import { useReducedMotion } from '../use-media.ts'

const GLIDE = { duration: 360, easing: 'cubic-bezier(0.45, 0, 0.15, 1)' }

// After a drop the rows are already where they were dragged.
const glides: AnimateLayoutChanges = ({ isSorting, wasDragging }) => isSorting || !wasDragging
const jumps: AnimateLayoutChanges = () => false

type DragRowProps = {
  id: string
  name: string
  /** The visitor asked for less motion. */
  still: boolean
  children: (grip: ReactNode) => ReactNode
}

/** A row that can be dragged; its place stays marked meanwhile. */
function DragRow({ id, name, still, children }: DragRowProps) {
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

/** How long a finger rests before it takes a row (ms); one that moves at once scrolls the page. */
const TOUCH_HOLD = { delay: 250, tolerance: 8 }
/** In px; a mouse that trembles during a press drags nothing. */
const MOUSE_PULL = { distance: 6 }

// Rows also glide when a button moves them, so their places are measured before any drag.
const MEASURING = { droppable: { strategy: MeasuringStrategy.Always } }
const DROP = { duration: 200, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }

/** The list of ReorderList with dragging. */
export function DragList<Row>(props: ReorderRows<Row>) {
  const { label, rows, keyOf, nameOf, onMove, children } = props
  const [draggedKey, setDraggedKey] = useState<string | null>(null)
  const still = useReducedMotion()
  const sensors = useSensors(
    useSensor(MousePull, { activationConstraint: MOUSE_PULL }),
    useSensor(TouchHold, { activationConstraint: TOUCH_HOLD }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  useInstantScroll(draggedKey !== null)
  const keys = rows.map(keyOf)
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  const held = draggedKey === null ? undefined : byKey.get(draggedKey)
  const announcements = reorderAnnouncements(keys, (key) => {
    const row = byKey.get(key)
    return row === undefined ? '' : nameOf(row)
  })

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[verticalOnly]}
      measuring={MEASURING}
      accessibility={{ announcements, screenReaderInstructions: { draggable: REORDER_HELP } }}
      onDragStart={({ active }) => {
        leaveField()
        setDraggedKey(String(active.id))
      }}
      onDragCancel={() => setDraggedKey(null)}
      onDragEnd={({ active, over }) => {
        setDraggedKey(null)
        if (over !== null && over.id !== active.id)
          onMove(String(active.id), keys.indexOf(String(over.id)))
      }}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <ol aria-label={label} className={css.list}>
          {rows.map((row, place) => (
            <DragRow key={keyOf(row)} id={keyOf(row)} name={nameOf(row)} still={still}>
              {(grip) => children(row, place, grip)}
            </DragRow>
          ))}
        </ol>
      </SortableContext>
      <DragOverlay dropAnimation={still ? null : DROP}>
        {held !== undefined && (
          <div inert className={classes(css.row, css.held)}>
            {children(held, keys.indexOf(keyOf(held)), <Grip name={nameOf(held)} />)}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

/** Blurs the focused field: the browser would scroll back to it, away from the row, and a phone would leave its keyboard open. */
function leaveField() {
  const focused = document.activeElement
  if (focused instanceof HTMLInputElement) focused.blur()
}
