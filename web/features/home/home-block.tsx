import { useId } from 'react'
import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Rule } from '#web/ui/rule.tsx'
import css from './home-block.module.css'

type HomeBlockProps = {
  title: string
  /** An anchor of the page. */
  id?: string
  /** On the ground of a sheet, so that neighbours are told apart. */
  sheet?: boolean
  /** On a wide screen the heading stands at the left and the content at the right. */
  aside?: boolean
  children: ReactNode
}

/** One section of the first page, as wide as the screen, with its heading under the bar. */
export function HomeBlock({ title, id, sheet = false, aside = false, children }: HomeBlockProps) {
  const titleId = useId()
  return (
    <section id={id} aria-labelledby={titleId} className={classes(css.block, sheet && css.sheet)}>
      <div className={classes('wrap', aside && css.aside)}>
        <div>
          <Rule />
          <h2 id={titleId} className={`d-l ${css.title}`}>
            {title}
          </h2>
        </div>
        {children}
      </div>
    </section>
  )
}
