import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import css from './calendar-anchor.module.css'

type CalendarAnchorProps = {
  href: string
  icon: ReactNode
  children: ReactNode
}

/** A quiet link to a calendar. A plain one, since it leads to no page of ours. */
export function CalendarAnchor({ href, icon, children }: CalendarAnchorProps) {
  return (
    <a href={href} className={classes('link', 't-s', css.anchor)}>
      {icon}
      {children}
    </a>
  )
}
