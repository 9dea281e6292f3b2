import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { Anchor } from './anchor.tsx'
import { arrowStep } from './arrow-step.ts'
import { Beat } from './beat.tsx'
import { classes } from './classes.ts'
import css from './tabs.module.css'

type Tab = {
  id: string
  label: string
  /** The address that shows this tab; when every tab has one, the tabs are links. */
  href?: string
  /** Something is going on behind the tab: it carries the beat. */
  live?: boolean
  disabled?: boolean
  /** The id of the panel that the tab shows. */
  panel?: string
}

type TabsProps = {
  label: string
  tabs: readonly Tab[]
  current: string
  onSelect?: (id: string) => void
  className?: string | undefined
}

/** Pills over the parts of a screen: a list of links, or a tablist with one stop for Tab and arrows inside. */
export function Tabs({ label, tabs, current, onSelect, className }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const linked = tabs.every((tab) => tab.href !== undefined)

  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])]
    const at = buttons.indexOf(event.currentTarget)
    const target = buttons[arrowStep(event.key, at, buttons.length, 'horizontal') ?? -1]
    if (!target) return
    event.preventDefault()
    target.focus()
    target.click()
  }

  if (linked) {
    return (
      <nav aria-label={label} className={classes(css.tabs, className)}>
        {tabs.map((tab) => (
          <Anchor
            key={tab.id}
            href={tab.href ?? ''}
            className={css.tab}
            aria-current={tab.id === current ? 'page' : undefined}
            onClick={onSelect && (() => onSelect(tab.id))}
          >
            {tab.live && <Beat />}
            {tab.label}
          </Anchor>
        ))}
      </nav>
    )
  }

  return (
    <div ref={list} role="tablist" aria-label={label} className={classes(css.tabs, className)}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          className={css.tab}
          aria-selected={tab.id === current}
          aria-controls={tab.panel}
          tabIndex={tab.id === current ? 0 : -1}
          disabled={tab.disabled}
          onClick={() => onSelect?.(tab.id)}
          onKeyDown={move}
        >
          {tab.live && <Beat />}
          {tab.label}
        </button>
      ))}
    </div>
  )
}
