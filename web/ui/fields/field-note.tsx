import type { ReactNode } from 'react'
import { CircleAlert, CircleCheck } from '../icons/icons.tsx'
import css from './field.module.css'

type FieldNoteProps = {
  /** For `aria-describedby` of the field. */
  id: string
  error?: ReactNode
  ok?: ReactNode
  help?: ReactNode
}

/** The one line under a field: the error if there is one, else the success text, else the help. */
export function FieldNote({ id, error, ok, help }: FieldNoteProps) {
  if (error) {
    return (
      <p id={id} role="alert" className={css.error}>
        <CircleAlert className="ico ico-s" />
        <span>{error}</span>
      </p>
    )
  }
  if (ok) {
    return (
      <p id={id} className={css.ok}>
        <CircleCheck className="ico ico-s" />
        <span>{ok}</span>
      </p>
    )
  }
  if (!help) return null
  return (
    <p id={id} className={css.help}>
      {help}
    </p>
  )
}
