import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { readToken } from '../lib/token.ts'
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

const noNews = () => () => undefined
const isKnown = () => readToken() !== null
/** One page is rendered for everybody: only the browser knows whose it is. */
const nobody = () => false

/** The upper edge of every public page: the way home, and on a wide screen the sections. */
export function SiteHeader({ actions, className }: SiteHeaderProps) {
  const known = useSyncExternalStore(noNews, isKnown, nobody)
  return (
    <header className={classes(css.header, className)}>
      <Anchor href="/" aria-label="Бис, на главную" className={css.home}>
        <Logo />
      </Anchor>
      <nav aria-label="Разделы" className={classes(css.sections, 'only-d')}>
        <Button href={known ? '/artist' : '/login'} size="s">
          {known ? 'Кабинет' : 'Войти'}
        </Button>
      </nav>
      {actions && <div className={css.actions}>{actions}</div>}
    </header>
  )
}
