import type { ReactNode } from 'react'
import { SiteFooter } from '#web/parts/frame/site-footer.tsx'
import { SiteHeader } from '#web/parts/frame/site-header.tsx'
import { titleStep } from '#web/parts/title-step.ts'
import { classes } from '#web/ui/classes.ts'
import { Rule } from '#web/ui/layout/section.tsx'
import css from './text-page.module.css'

type TextPageProps = {
  title: string
  /** Under the title: the date of the text, or its subject. */
  lead?: ReactNode
  children: ReactNode
}

/** A page to be read: a title, and sections in one column. */
export function TextPage({ title, lead, children }: TextPageProps) {
  return (
    <div className={css.page}>
      <SiteHeader />
      <main id="main" className={classes('wrap', css.main)}>
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
