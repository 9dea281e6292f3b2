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
import { classes } from './classes.ts'
import { Grip } from './grip.tsx'
import { MousePull, TouchHold, upright, useSharpScroll } from './hold-sensors.ts'
import css from './reorder-list.module.css'
import type { ReorderRows } from './reorder-rows.ts'
import { REORDER_HELP, reorderWords } from './reorder-rows.ts'
import { useReducedMotion } from './use-media.ts'

const GLIDE = { duration: 360, easing: 'cubic-bezier(0.45, 0, 0.15, 1)' }

// After a drop the rows stand where the hand has put them already.
const glides: AnimateLayoutChanges = ({ isSorting, wasDragging }) => isSorting || !wasDragging
const jumps: AnimateLayoutChanges = () => false

type DragRowProps = {
  id: string
  name: string
  /** The visitor asked for less motion. */
  still: boolean
  children: (grip: ReactNode) => ReactNode
}

/** A row that can be held and pulled; while it is away its place stays marked. */
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

/** A finger rests so long before it takes a row; one that moves at once scrolls the page. */
const TOUCH_HOLD = { delay: 250, tolerance: 8 }
/** In px; a mouse that trembles in a press takes nothing. */
const MOUSE_PULL = { distance: 6 }

// Rows glide when a button moves them too, so their places are known before anything is dragged.
const MEASURING = { droppable: { strategy: MeasuringStrategy.Always } }
const DROP = { duration: 200, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }

/** The list of ReorderList with what moves its rows. */
export function DragList<Row>(props: ReorderRows<Row>) {
  const { label, rows, keyOf, nameOf, onMove, children } = props
  const [heldKey, setHeldKey] = useState<string | null>(null)
  const still = useReducedMotion()
  const sensors = useSensors(
    useSensor(MousePull, { activationConstraint: MOUSE_PULL }),
    useSensor(TouchHold, { activationConstraint: TOUCH_HOLD }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  useSharpScroll(heldKey !== null)
  const keys = rows.map(keyOf)
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  const held = heldKey === null ? undefined : byKey.get(heldKey)
  const announcements = reorderWords(keys, (key) => {
    const row = byKey.get(key)
    return row === undefined ? '' : nameOf(row)
  })

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upright]}
      measuring={MEASURING}
      accessibility={{ announcements, screenReaderInstructions: { draggable: REORDER_HELP } }}
      onDragStart={({ active }) => {
        leaveField()
        setHeldKey(String(active.id))
      }}
      onDragCancel={() => setHeldKey(null)}
      onDragEnd={({ active, over }) => {
        setHeldKey(null)
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

/** A field that still has the focus would be scrolled back to by the browser, away from the row, and keep the keyboard of a phone open. */
function leaveField() {
  const focused = document.activeElement
  if (focused instanceof HTMLInputElement) focused.blur()
}
