import type { MouseEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { ArrowLeft } from '#web/ui/icons/icons.tsx'
import css from './concert-bar.module.css'

type ConcertBarProps = {
  title: string
  /** Where «back» leads for a visitor who came by a link. */
  backHref: string
  actions: ReactNode
}

/** The top bar of a concert's page on a phone: the way back to where one came from inside the site, and the title. */
export function ConcertBar({ title, backHref, actions }: ConcertBarProps) {
  const navigate = useNavigate()
  function goBack(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // The router counts the entries that it has made.
    const entry = window.history.state as { idx?: number } | null
    if ((entry?.idx ?? 0) > 0) void navigate(-1)
    else void navigate(backHref, { replace: true })
  }
  return (
    <header data-fold className={classes(css.bar, 'only-m')}>
      <IconButton href={backHref} label="Назад" onClick={goBack}>
        <ArrowLeft />
      </IconButton>
      <p className={css.title}>{title}</p>
      {actions}
    </header>
  )
}
