import type { ReactNode } from 'react'
import { ArrowLeft } from '#web/ui/icons.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import css from './artist-frame.module.css'

export type ArtistFrameProps = {
  title: string
  /** A line under the title. */
  lead?: ReactNode
  /** Where the arrow leads, and its name. */
  back?: { href: string; name: string }
  /** Round buttons at the right edge. */
  actions?: ReactNode
  children: ReactNode
}

const HOME = { href: '/artist', name: 'Кабинет' }

/** An inner page of the artist's area: the way back, the title, one column. */
export function ArtistFrame({ title, lead, back = HOME, actions, children }: ArtistFrameProps) {
  return (
    <div className={css.page}>
      <header className={css.top}>
        <IconButton href={back.href} label={`Назад: ${back.name}`} className={css.back}>
          <ArrowLeft className="ico" />
        </IconButton>
        <span className={css.name}>{back.name}</span>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      <main className={css.main}>
        <div className={css.head}>
          <h1 className={css.title}>{title}</h1>
          {lead && <div className="t-l muted">{lead}</div>}
        </div>
        {children}
      </main>
    </div>
  )
}
