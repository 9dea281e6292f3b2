import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import css from './place-line.module.css'

type PlaceLineProps = {
  /** A number, or what stands for it; decoration only: the words beside it say the place. */
  digits: ReactNode
  /** 104 px on the tab and the payment's page, 84 in a sheet, 56 for a further order. */
  size?: 'tab' | 'sheet' | 'further'
  /** Unlit: the place that an order would get. */
  lit?: boolean
  /** At most three lines. */
  children: ReactNode
  /** A round button at the right edge. */
  action?: ReactNode
  className?: string | undefined
}

/** The poster line: digits, the upright bar, a few words. */
export function PlaceLine(props: PlaceLineProps) {
  const { digits, size = 'tab', lit = true, children, action, className } = props
  return (
    <div className={classes(css.line, css[size], !lit && css.unlit, className)}>
      {/* Another number rolls up into its place. */}
      <p
        key={typeof digits === 'number' ? digits : 'mark'}
        aria-hidden="true"
        className={css.digits}
      >
        {digits}
      </p>
      <span aria-hidden="true" className={classes('vrule', css.bar)} />
      <div className={css.words}>{children}</div>
      {action}
    </div>
  )
}
