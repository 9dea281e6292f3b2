import type { ReactNode } from 'react'

export type ReorderRows<Row> = {
  /** What the list is, for a screen reader. */
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** How a row is called when it moves. */
  nameOf: (row: Row) => string
  /** The row was put down at this place, counted from 0. */
  onMove: (key: string, place: number) => void
  /** What stands in a row; `grip` is the button that takes it by the keyboard. */
  children: (row: Row, place: number, grip: ReactNode) => ReactNode
}
