import { useId } from 'react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { ChevronDown } from '../icons/more-icons.tsx'
import { classes } from '../classes.ts'
import { FieldNote } from './field-note.tsx'
import field from './field.module.css'

type SelectFieldProps = ComponentPropsWithRef<'select'> & {
  label: string
  labelHidden?: boolean
  help?: ReactNode
  error?: ReactNode
}

/** The browser's own select in our styles; the options are its children. */
export function SelectField(props: SelectFieldProps) {
  const { label, labelHidden, help, error, className, children, ...select } = props
  const ownId = useId()
  const id = select.id ?? ownId
  const noteId = `${id}-note`
  const note = Boolean(error ?? help)
  return (
    <div className={classes(field.field, className)}>
      <label htmlFor={id} className={classes(field.label, labelHidden && 'sr')}>
        {label}
      </label>
      <div
        className={classes(
          field.box,
          field.selectBox,
          Boolean(error) && field.wrong,
          select.disabled && field.disabled,
        )}
      >
        <select
          {...select}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          className={classes(field.input, field.select)}
        >
          {children}
        </select>
        <ChevronDown className={classes('ico', field.arrow)} />
      </div>
      <FieldNote id={noteId} error={error} help={help} />
    </div>
  )
}
