import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import css from './button.module.css'

type ActionRowProps = {
  /** One above the other, for long texts. */
  stacked?: boolean
  className?: string | undefined
  children: ReactNode
}

/** The answers of a dialog: equal halves of a row, or a stack. */
export function ActionRow({ stacked = false, className, children }: ActionRowProps) {
  return <div className={classes(stacked ? css.stack : css.row, className)}>{children}</div>
}
