import { useEffect, useRef, useState } from 'react'
import { Grip } from './grip.tsx'
import type { ReorderRows } from './reorder-rows.ts'
import css from './reorder-list.module.css'

type Dragging = typeof import('./drag-list.tsx')

let loaded: Dragging | null = null

/** Brings what moves the rows; a list that is drawn before it came can be read all the same. */
export async function loadReordering(): Promise<Dragging> {
  loaded ??= await import('./drag-list.tsx')
  return loaded
}

// A network that lost the file costs the dragging and nothing else.
const noDragging = () => undefined

const buttonsOf = (box: HTMLElement | null) => [...(box?.querySelectorAll('button') ?? [])]

/** A list whose rows are put in another order: by holding one and pulling it, or by its grip from the keyboard. */
export function ReorderList<Row>(props: ReorderRows<Row>) {
  const [dragging, setDragging] = useState(loaded)
  const box = useRef<HTMLDivElement>(null)
  const focused = useRef(-1)

  useEffect(() => {
    if (dragging !== null) {
      // The rows were drawn anew, and the focus is put back to where it was in them.
      buttonsOf(box.current)[focused.current]?.focus()
      return undefined
    }
    let gone = false
    void loadReordering().then((came) => {
      if (gone) return
      focused.current = buttonsOf(box.current).findIndex((one) => one === document.activeElement)
      setDragging(came)
    }, noDragging)
    return () => {
      gone = true
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
