import type { ReactNode } from 'react'
import { useId } from 'react'
import { classes } from '../classes.ts'
import css from './section.module.css'

type SectionProps = {
  title: string
  /** Beside the title, at the right edge: a number or a few words. */
  count?: ReactNode
  /** An id for links that lead straight to the section. */
  id?: string
  level?: 2 | 3
  className?: string | undefined
  children: ReactNode
}

export function Section({ title, count, id, level = 2, className, children }: SectionProps) {
  const titleId = useId()
  const Heading = `h${level}` as const
  return (
    <section id={id} aria-labelledby={titleId} className={classes(css.section, className)}>
      <Rule />
      <div className={css.head}>
        <Heading id={titleId} className="d-s">
          {title}
        </Heading>
        {count !== undefined && <span className={css.count}>{count}</span>}
      </div>
      {children}
    </section>
  )
}

type RuleProps = {
  tone?: 'ink' | 'lamp' | 'danger'
  className?: string | undefined
}

/** The bar: thick line, gap, thin line. It opens sections, sheets and dialogs. */
export function Rule({ tone = 'ink', className }: RuleProps) {
  return <div aria-hidden="true" className={classes('rule', css[tone], className)} />
}
