import { useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { EllipsisVertical } from './icons.tsx'
import { Anchor } from './anchor.tsx'
import { arrowStep } from './arrow-step.ts'
import { classes } from './classes.ts'
import { IconButton } from './icon-button.tsx'
import css from './menu.module.css'

export type MenuAction = {
  key: string
  label: string
  icon?: ReactNode
  /** Cannot be undone, or ends something. */
  danger?: boolean
  disabled?: boolean
} & ({ onSelect: () => void; href?: undefined } | { href: string; onSelect?: undefined })

export type MenuProps = {
  /** Name of the button and of the list. */
  label: string
  actions: readonly MenuAction[]
  icon?: ReactNode
  variant?: 'plain' | 'tonal' | 'line'
  size?: 'm' | 'l'
  className?: string | undefined
}

const CHOICES = '[role="menuitem"]:not(:disabled)'

const focusFirst = (list: HTMLElement | null) => list?.querySelector<HTMLElement>(CHOICES)?.focus()

/** A round button that drops a list of actions. */
export function Menu({
  label,
  actions,
  icon,
  variant = 'tonal',
  size = 'm',
  className,
}: MenuProps) {
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
    const step = arrowStep(event.key, at, all.length, 'vertical')
    if (step === undefined) return
    event.preventDefault()
    all[step]?.focus()
  }

  return (
    <div ref={root} className={classes(css.root, className)}>
      <IconButton
        label={label}
        variant={variant}
        size={size}
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
        {icon ?? <EllipsisVertical className="ico" />}
      </IconButton>
      {open && <div aria-hidden="true" className={css.scrim} onPointerDown={close} />}
      {open && (
        <div ref={focusFirst} id={listId} role="menu" aria-label={label} className={css.list}>
          {actions.map((action) => {
            const shared = {
              role: 'menuitem',
              tabIndex: -1,
              className: classes(css.action, action.danger && css.danger),
              onKeyDown,
            } as const
            return action.href === undefined ? (
              <button
                key={action.key}
                {...shared}
                type="button"
                disabled={action.disabled}
                onClick={() => {
                  close()
                  action.onSelect()
                }}
              >
                {action.icon}
                {action.label}
              </button>
            ) : (
              <Anchor key={action.key} {...shared} href={action.href} onClick={close}>
                {action.icon}
                {action.label}
              </Anchor>
            )
          })}
        </div>
      )}
    </div>
  )
}
