import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import { Rule } from '../ui/rule.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { titleStep } from './title-step.ts'
import css from './text-page.module.css'

export type TextPageProps = {
  title: string
  /** Under the title: of which day the text is, or what it is about. */
  lead?: ReactNode
  children: ReactNode
}

/** A page to be read: a title, and sections in one column. */
export function TextPage({ title, lead, children }: TextPageProps) {
  return (
    <div className={css.page}>
      <SiteHeader />
      <main className={classes('wrap', css.main)}>
        <header className={css.head}>
          <Rule tone="lamp" />
          <h1 className={classes(titleStep(title, 'd-l'), css.title)}>{title}</h1>
          {lead !== undefined && <div className={classes('t-l muted', css.lead)}>{lead}</div>}
        </header>
        <div className={css.text}>{children}</div>
      </main>
      <SiteFooter />
    </div>
  )
}
