import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import css from './concert-bar.module.css'

export type ConcertBarProps = { title: string; backHref: string; actions: ReactNode }

/** The upper edge of the page on a telephone: back to the artist, and what this is. */
export function ConcertBar({ title, backHref, actions }: ConcertBarProps) {
  return (
    <header className={classes(css.bar, 'only-m')}>
      <IconButton href={backHref} label="На страницу артиста">
        <ArrowLeft className="ico" />
      </IconButton>
      <p className={css.title}>{title}</p>
      {actions}
    </header>
  )
}
