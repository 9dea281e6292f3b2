import { useId, useState } from 'react'
import type { ChangeEvent, ComponentPropsWithRef, ReactNode } from 'react'
import { classes } from '../classes.ts'
import { FieldNote } from './field-note.tsx'
import { useEarlyChange } from './use-early-change.ts'
import field from './field.module.css'
import css from './text-area.module.css'

type TextAreaProps = Omit<ComponentPropsWithRef<'textarea'>, 'children' | 'ref'> & {
  label: string
  labelHidden?: boolean
  help?: ReactNode
  error?: ReactNode
  /** Shows «50 / 140» under the field; needs `maxLength`. */
  counted?: boolean
  /** Shows «144 / 140» beside the message; unlike `maxLength` it cuts nothing off, so that a long text can be shortened. */
  limit?: { length: number; most: number }
}

/** Several lines of text, with a count of characters if asked for. */
export function TextArea(props: TextAreaProps) {
  const {
    label,
    labelHidden,
    help,
    error,
    counted = false,
    limit,
    className,
    onChange,
    ...area
  } = props
  const ownId = useId()
  const id = area.id ?? ownId
  const noteId = `${id}-note`
  const [length, setLength] = useState(String(area.value ?? area.defaultValue ?? '').length)
  const known = area.value === undefined ? length : String(area.value).length
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    setLength(event.target.value.length)
    onChange?.(event)
  }
  useEarlyChange(id, change)
  const note = Boolean(error ?? help)

  return (
    <div className={classes(field.field, className)}>
      <label htmlFor={id} className={classes(field.label, labelHidden && 'sr')}>
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        className={classes(css.area, Boolean(error) && css.wrong)}
        onChange={change}
      />
      <div className={limit && css.foot}>
        <FieldNote id={noteId} error={error} help={help} />
        {limit && (
          <span className={classes(css.count, limit.length > limit.most && css.over)}>
            {limit.length} / {limit.most}
          </span>
        )}
      </div>
      {counted && area.maxLength !== undefined && (
        <span className={css.count}>
          {known} / {area.maxLength}
        </span>
      )}
    </div>
  )
}
