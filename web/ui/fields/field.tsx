import { useId, useState } from 'react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Check, Eye, EyeOff, Lock } from '../icons/more-icons.tsx'
import { Beat } from '../status/beat.tsx'
import { classes } from '../classes.ts'
import { FieldNote } from './field-note.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { useEarlyChange } from './use-early-change.ts'
import { useHydrated } from '../use-hydrated.ts'
import css from './field.module.css'

export type FieldProps = Omit<ComponentPropsWithRef<'input'>, 'size' | 'children'> & {
  label: string
  /** The label is for screen readers only. */
  labelHidden?: boolean
  help?: ReactNode
  error?: ReactNode
  ok?: ReactNode
  /** Shown read-only with a lock; the value is still sent with the form. */
  locked?: boolean
  /** The value is being checked: shows the beat at the right edge. */
  busy?: boolean
  /** Icons inside the field. */
  start?: ReactNode
  end?: ReactNode
}

/** One line of text with its label above and its message under it. */
export function Field(props: FieldProps) {
  const {
    label,
    labelHidden,
    help,
    error,
    ok,
    locked = false,
    busy = false,
    start,
    end,
    className,
    ...input
  } = props
  const ownId = useId()
  const id = input.id ?? ownId
  const noteId = `${id}-note`
  const hydrated = useHydrated()
  useEarlyChange(id, input.onChange)
  const [shown, setShown] = useState(false)
  const secret = input.type === 'password'
  const note = Boolean(error ?? ok ?? help)

  const mark = end ?? (busy ? <Beat /> : locked ? <Lock /> : ok ? <Check /> : null)

  return (
    <div className={classes(css.field, className)}>
      <label htmlFor={id} className={classes(css.label, labelHidden && 'sr')}>
        {label}
      </label>
      <div
        className={classes(
          css.box,
          Boolean(start) && css.withStart,
          secret && css.withButton,
          Boolean(error) && css.wrong,
          Boolean(ok) && !error && css.right,
          locked && css.locked,
          input.disabled && css.disabled,
        )}
      >
        {start}
        <input
          {...input}
          id={id}
          type={secret && shown ? 'text' : input.type}
          readOnly={locked || input.readOnly}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : input['aria-describedby']}
          aria-busy={busy || undefined}
          className={css.input}
        />
        {mark}
        {secret && (
          <IconButton
            label={shown ? 'Скрыть пароль' : 'Показать пароль'}
            className={hydrated ? undefined : css.waiting}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff /> : <Eye />}
          </IconButton>
        )}
      </div>
      <FieldNote id={noteId} error={error} ok={ok} help={help} />
    </div>
  )
}
