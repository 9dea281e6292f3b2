import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { ArrowLeft } from '#web/ui/icons/icons.tsx'
import css from './concert-bar.module.css'

type ConcertBarProps = {
  title: string
  backHref: string
  /** The label of the back link: «На страницу артиста». */
  backLabel: string
  actions: ReactNode
}

/** The top bar of a concert's page on a phone: the back link and the title. */
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
