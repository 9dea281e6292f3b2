import { Anchor } from '../buttons/anchor.tsx'
import { Beat } from '../status/beat.tsx'
import { classes } from '../classes.ts'
import css from './tabs.module.css'

type Tab = {
  id: string
  label: string
  /** The address of this tab. */
  href: string
  /** Something is going on behind the tab: it shows the beat. */
  live?: boolean
}

export type TabsProps = {
  label: string
  tabs: readonly Tab[]
  current: string
  className?: string | undefined
  /** Drawn 40 px high, pressed 56: on the stage. */
  quiet?: boolean
}

/** Links to the parts of a screen, as pills. */
export function Tabs({ label, tabs, current, className, quiet = false }: TabsProps) {
  return (
    <nav aria-label={label} className={classes(css.tabs, quiet && css.quiet, className)}>
      {tabs.map(({ id, label: name, href, live }) => (
        <Anchor
          key={id}
          href={href}
          className={css.tab}
          aria-current={id === current ? 'page' : undefined}
        >
          {live && <Beat />}
          {name}
        </Anchor>
      ))}
    </nav>
  )
}
