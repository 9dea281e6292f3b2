import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ArrowLeft } from '#web/ui/icons.tsx'
import css from './concert-bar.module.css'

type ConcertBarProps = {
  title: string
  backHref: string
  /** Where it leads, in words: «На страницу артиста». */
  backLabel: string
  actions: ReactNode
}

/** The upper edge of a concert's page on a phone: the way back, and what this is. */
export function ConcertBar({ title, backHref, backLabel, actions }: ConcertBarProps) {
  return (
    <header data-fold className={classes(css.bar, 'only-m')}>
      <IconButton href={backHref} label={backLabel}>
        <ArrowLeft className="ico" />
      </IconButton>
      <p className={css.title}>{title}</p>
      {actions}
    </header>
  )
}
