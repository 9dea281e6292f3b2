import { useId, useSyncExternalStore } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Menu, Search } from '#web/ui/icons/icons.tsx'
import { readToken } from '#web/lib/calls/token.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Logo } from './logo.tsx'
import css from './site-header.module.css'

type SiteHeaderProps = {
  /** Round buttons at the right edge. */
  actions?: ReactNode
  className?: string | undefined
}

/** The public sections, each with its address and what else belongs to it. */
const SECTIONS = [
  { name: 'Концерты', at: ['search', 's', 'find'] },
  { name: 'Карта', at: ['concerts-on-map', 'find-location'] },
  { name: 'Артисты', at: ['find-artist'] },
  { name: 'Цены', at: ['pricing', 'tariffs'] },
]

const noNews = () => () => undefined
const isKnown = () => readToken() !== null
/** The same HTML is rendered for all visitors: only the browser has the session. */
const nobody = () => false

const close = ({ currentTarget }: MouseEvent<HTMLElement>) => {
  const menu = currentTarget.closest<HTMLElement>('[popover]')
  if (menu?.matches(':popover-open')) menu.hidePopover()
}

/** The header of every public page: the way home, and the sections, on a phone behind a button. */
export function SiteHeader({ actions, className }: SiteHeaderProps) {
  const known = useSyncExternalStore(noNews, isKnown, nobody)
  const [, here = ''] = useLocation().pathname.split('/')
  const menuId = useId()
  return (
    <header className={classes(css.header, className)}>
      <Anchor href="/" aria-label="Бис, на главную" className={css.home}>
        <Logo />
      </Anchor>
      <nav id={menuId} popover="auto" aria-label="Разделы" className={css.sections}>
        {SECTIONS.map(({ name, at }) => (
          <Anchor
            key={name}
            href={`/${at[0]}`}
            aria-current={at.includes(here) ? 'page' : undefined}
            className={css.section}
            onClick={close}
          >
            {name}
          </Anchor>
        ))}
        <Button href={known ? '/artist' : '/login'} size="s" className={css.login}>
          {known ? 'Кабинет' : 'Войти'}
        </Button>
      </nav>
      <IconButton href="/find" label="Найти концерт" className="only-m">
        <Search />
      </IconButton>
      <IconButton popoverTarget={menuId} label="Меню" className={classes(css.burger, 'only-m')}>
        <Menu />
      </IconButton>
      {actions && <div className={css.actions}>{actions}</div>}
    </header>
  )
}
