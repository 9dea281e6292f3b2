import { useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { EllipsisVertical } from '../icons/icons.tsx'
import { Anchor } from '../buttons/anchor.tsx'
import { arrowStep } from '../fields/arrow-step.ts'
import { classes } from '../classes.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import css from './menu.module.css'

export type MenuAction = {
  key: string
  label: string
  icon?: ReactNode
  /** Cannot be undone, or ends something. */
  danger?: boolean
  disabled?: boolean
} & ({ onSelect: () => void; href?: undefined } | { href: string; onSelect?: undefined })

type MenuProps = {
  /** Name of the button and of the list. */
  label: string
  actions: readonly MenuAction[]
  className?: string | undefined
}

const CHOICES = '[role="menuitem"]:not(:disabled)'

const focusFirst = (list: HTMLElement | null) => list?.querySelector<HTMLElement>(CHOICES)?.focus()

/** A round button that opens a list of actions. */
export function Menu({ label, actions, className }: MenuProps) {
  const [open, setOpen] = useState(false)
  const listId = useId()
  const root = useRef<HTMLDivElement>(null)

  const close = () => {
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Tab') return setOpen(false)
    if (event.key === 'Escape') {
      event.stopPropagation()
      return close()
    }
    const all = [...(root.current?.querySelectorAll<HTMLElement>(CHOICES) ?? [])]
    const at = all.indexOf(event.currentTarget)
    const step = arrowStep(event.key, at, all.length)
    if (step === undefined) return
    event.preventDefault()
    all[step]?.focus()
  }

  const pressed = (onSelect: () => void) => () => {
    close()
    onSelect()
  }
  const item = { role: 'menuitem', tabIndex: -1, onKeyDown } as const
  const drawn = (action: MenuAction) => {
    const shared = { ...item, className: classes(css.action, action.danger && css.danger) }
    const words = (
      <>
        {action.icon}
        {action.label}
      </>
    )
    if (action.href !== undefined)
      return (
        <Anchor key={action.key} {...shared} href={action.href} onClick={close}>
          {words}
        </Anchor>
      )
    return (
      <button
        key={action.key}
        {...shared}
        type="button"
        disabled={action.disabled}
        onClick={pressed(action.onSelect)}
      >
        {words}
      </button>
    )
  }
  return (
    <div ref={root} className={classes(css.root, className)}>
      <IconButton
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || open) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <EllipsisVertical />
      </IconButton>
      {open && <div aria-hidden="true" className={css.scrim} onClick={close} />}
      {open && (
        <div ref={focusFirst} id={listId} role="menu" aria-label={label} className={css.list}>
          {actions.map(drawn)}
        </div>
      )}
    </div>
  )
}
