import { useId, useRef } from 'react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classes } from '../classes.ts'
import { FieldNote } from './field-note.tsx'
import { useEarlyChange } from './use-early-change.ts'
import { useHydrated } from '../use-hydrated.ts'
import css from './code-input.module.css'

const CELLS = 6

type CodeInputProps = Omit<
  ComponentPropsWithRef<'input'>,
  'value' | 'onChange' | 'type' | 'size' | 'ref' | 'maxLength'
> & {
  label: string
  value: string
  onValue: (code: string) => void
  /** Called at the sixth digit, once for each full code. */
  onComplete?: (code: string) => void
  help?: ReactNode
  error?: ReactNode
}

const digitsOf = (text: string) => text.replace(/\D/g, '').slice(0, CELLS)

/** A code from an e-mail: one real input over six drawn cells, so that paste and autofill work. */
export function CodeInput(props: CodeInputProps) {
  const { label, value, onValue, onComplete, help, error, className, ...input } = props
  const ownId = useId()
  const id = input.id ?? ownId
  const noteId = `${id}-note`
  const box = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()

  const take = ({ target }: { target: HTMLInputElement }) => {
    const code = digitsOf(target.value)
    if (code === value) return
    onValue(code)
    if (code.length === CELLS) onComplete?.(code)
  }
  useEarlyChange(id, take)

  /* A caret in the middle would point at no cell; a selected range is left for replacing. */
  const keepCaretLast = () => {
    const field = box.current
    if (!field || field.selectionStart !== field.selectionEnd) return
    if (field.selectionEnd !== field.value.length) {
      field.setSelectionRange(field.value.length, field.value.length)
    }
  }

  const state = classes(
    css.code,
    hydrated && css.drawn,
    Boolean(error) && css.wrong,
    input.disabled && css.disabled,
  )
  return (
    <div className={classes(css.field, className)}>
      <label htmlFor={id} className="sr">
        {label}
      </label>
      <div className={state}>
        <input
          autoComplete="one-time-code"
          inputMode="numeric"
          pattern="[0-9]*"
          enterKeyHint="done"
          spellCheck={false}
          {...input}
          ref={box}
          id={id}
          type="text"
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || help ? noteId : undefined}
          className={css.input}
          onChange={take}
          onSelect={keepCaretLast}
        />
        <div aria-hidden="true" className={css.cells}>
          {Array.from({ length: CELLS }, (_, at) => (
            <span
              key={at}
              className={classes(
                css.cell,
                at < value.length && css.filled,
                at === Math.min(value.length, CELLS - 1) && css.current,
              )}
            >
              {value[at]}
            </span>
          ))}
        </div>
      </div>
      <FieldNote id={noteId} error={error} help={help} />
    </div>
  )
}
