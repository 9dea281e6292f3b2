import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useId } from 'react'
import css from './checkbox.module.css'
import { classes } from '../classes.ts'
import { FieldNote } from './field-note.tsx'
import { Check } from '../icons/more-icons.tsx'
import { useEarlyChange } from './use-early-change.ts'

type CheckboxProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'size'> & {
  /** The text beside the box; it may contain links. */
  children: ReactNode
  error?: ReactNode
  /** Answered already: shown read-only, and still sent with the form. */
  locked?: boolean
}

/** A checkbox; the whole row is the target. */
export function Checkbox(props: CheckboxProps) {
  const { children, error, locked = false, className, ...input } = props
  const ownId = useId()
  const id = input.id ?? ownId
  const noteId = `${id}-note`
  useEarlyChange(id, input.onChange, (box) => box.checked !== box.defaultChecked)
  const given = locked && (input.checked ?? input.defaultChecked)
  return (
    <div className={className}>
      <label htmlFor={id} className={classes(css.row, locked && css.locked)}>
        <input
          {...input}
          id={id}
          type="checkbox"
          disabled={locked || input.disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? noteId : undefined}
          className={css.input}
        />
        <span aria-hidden="true" className={css.box}>
          <Check className={classes('ico ico-s', css.tick)} />
        </span>
        <span className={css.words}>{children}</span>
      </label>
      {given && input.name && <input type="hidden" name={input.name} value={input.value ?? 'on'} />}
      <FieldNote id={noteId} error={error} />
    </div>
  )
}

type SwitchProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'size' | 'role'> & {
  children: ReactNode
  help?: ReactNode
}

const A_SWITCH = { type: 'checkbox', role: 'switch' } as const

/** A switch that applies at once; the whole row is the target. */
export function Switch({ children, help, className, ...input }: SwitchProps) {
  return (
    <label className={classes(css.switchRow, input.disabled && css.disabled, className)}>
      <span className={css.switchWords}>
        {children}
        {help && <span className={css.help}>{help}</span>}
      </span>
      <input {...input} {...A_SWITCH} className={css.switchInput} />
      <span aria-hidden="true" className={css.track} />
    </label>
  )
}
