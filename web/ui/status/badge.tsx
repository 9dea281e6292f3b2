import type { ReactNode } from 'react'
import { Beat, Lines } from './beat.tsx'
import { classes } from '../classes.ts'
import css from './badge.module.css'

export type BadgeProps = {
  /** `now` shows the beat, `pause` the two lines: the state never depends on colour alone. */
  tone?: 'plain' | 'now' | 'pause' | 'off' | 'danger'
  size?: 'm' | 'l'
  className?: string | undefined
  children: ReactNode
}

export function Badge({ tone = 'plain', size = 'm', className, children }: BadgeProps) {
  return (
    <span className={classes(css.badge, css[tone], size === 'l' && css.large, className)}>
      {tone === 'now' && <Beat />}
      {tone === 'pause' && <Lines />}
      {children}
    </span>
  )
}
