import type { ReactNode } from 'react'
import { Anchor } from '../ui/anchor.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Logo } from './logo.tsx'
import css from './site-header.module.css'

export type SiteHeaderProps = {
  /** Round buttons at the right edge. */
  actions?: ReactNode
  className?: string | undefined
}

/** The upper edge of every public page: the way home, and on a wide screen the sections. */
export function SiteHeader({ actions, className }: SiteHeaderProps) {
  return (
    <header className={classes(css.header, className)}>
      <Anchor href="/" aria-label="Бис, на главную" className={css.home}>
        <Logo />
      </Anchor>
      <nav aria-label="Разделы" className={classes(css.sections, 'only-d')}>
        <Button href="/login" size="s">
          Войти
        </Button>
      </nav>
      {actions && <div className={css.actions}>{actions}</div>}
    </header>
  )
}
