import {
  closestCenter,
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MeasuringStrategy,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import type { Modifier } from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { useEffect, useState } from 'react'
import { classes } from './classes.ts'
import { DragRow } from './drag-row.tsx'
import { Grip } from './grip.tsx'
import { MOUSE_PULL, MousePull, TOUCH_HOLD, TouchHold } from './hold-sensors.ts'
import type { ReorderRows } from './reorder-rows.ts'
import { REORDER_HELP, reorderWords } from './reorder-words.ts'
import { useReducedMotion } from './use-reduced-motion.ts'
import css from './reorder-list.module.css'

const upright: Modifier = ({ transform }) => ({ ...transform, x: 0 })
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

/** A field that still has the focus would be scrolled back to by the browser, away from the row, and keep the keyboard of a telephone open. */
function leaveField() {
  const focused = document.activeElement
  if (focused instanceof HTMLInputElement) focused.blur()
}

/** A page that scrolls smoothly would lag behind the row that is pulled to its edge. */
function useSharpScroll(on: boolean) {
  useEffect(() => {
    if (!on) return undefined
    const root = document.documentElement.style
    root.scrollBehavior = 'auto'
    return () => {
      root.scrollBehavior = ''
    }
  }, [on])
}
