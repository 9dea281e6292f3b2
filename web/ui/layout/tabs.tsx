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

type PartsProps<Id extends string> = {
  label: string
  parts: readonly { id: Id; label: string }[]
  current: Id
  onPart: (id: Id) => void
}

/** The same for the parts of a form, which have no addresses. */
export function Parts<Id extends string>(props: PartsProps<Id>) {
  const { label, parts, current, onPart } = props
  return (
    <fieldset aria-label={label} className={css.tabs}>
      {parts.map(({ id, label: name }) => (
        <button
          key={id}
          type="button"
          className={css.tab}
          aria-pressed={id === current}
          onClick={() => onPart(id)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
