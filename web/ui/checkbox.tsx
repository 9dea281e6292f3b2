import { useId } from 'react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Check } from './icons.tsx'
import { classes } from './classes.ts'
import { FieldNote } from './field-note.tsx'
import css from './checkbox.module.css'

export type CheckboxProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'size'> & {
  /** The words beside the box; links may stand among them. */
  children: ReactNode
  error?: ReactNode
  /** Answered already: shown, no longer changed, and the value still goes with the form. */
  locked?: boolean
}

/** A box to tick; the whole row is the target. */
export function Checkbox(props: CheckboxProps) {
  const { children, error, locked = false, className, ...input } = props
  const ownId = useId()
  const id = input.id ?? ownId
  const noteId = `${id}-note`
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
