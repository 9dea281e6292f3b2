import { useState } from 'react'
import css from './bar-plot.module.css'
import { Button } from '../buttons/button.tsx'

export type PlotRow = {
  key: string
  label: string
  /** 0 or more, in any unit. */
  value: number
  /** The value as text. */
  text: string
  /** More details, under the bar. */
  note?: string
}

/** How many are shown at first. */
const MOST = 12

/** Values one under another, each with its bar; the texts contain everything that the bars show. */
export function BarPlot({ rows }: { rows: readonly PlotRow[] }) {
  const [whole, setWhole] = useState(false)
  const highest = Math.max(...rows.map(({ value }) => value), 1)
  const shown = whole ? rows : rows.slice(0, MOST)
  return (
    <>
      <ol className={css.rows}>
        {shown.map(({ key, label, value, text, note }) => (
          <li key={key} className={css.row}>
            <span className={css.label}>{label}</span>
            <span className={css.value}>{text}</span>
            <svg className={css.bar} aria-hidden="true">
              <rect width={`${(value / highest) * 100}%`} height="100%" />
            </svg>
            {note !== undefined && <span className="t-s muted">{note}</span>}
          </li>
        ))}
      </ol>
      {rows.length > shown.length && (
        <Button block onClick={() => setWhole(true)}>
          Показать все: {rows.length}
        </Button>
      )}
    </>
  )
}
