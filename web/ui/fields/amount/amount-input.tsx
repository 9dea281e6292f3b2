import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useId } from 'react'
import css from './amount-input.module.css'
import { stepAmount } from './amount-step.ts'
import { tidyWhole, wrongWhole } from '../typed-number.ts'
import { classes } from '#web/ui/classes.ts'
import { FieldNote } from '../field-note.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Plus } from '#web/ui/icons/icons.tsx'
import { Minus } from '#web/ui/icons/more-icons.tsx'
import { useEarlyChange } from '../use-early-change.ts'

type AmountInputProps = Omit<
  ComponentPropsWithRef<'input'>,
  'value' | 'onChange' | 'type' | 'size' | 'ref' | 'min' | 'max' | 'step'
> & {
  label: string
  /** As typed; empty before that. */
  value: string
  onValue: (typed: string) => void
  /** How much one press adds or takes; 0 leaves the buttons out and shows the unit instead. */
  step?: number
  min?: number
  max?: number
  error?: ReactNode
  help?: ReactNode
}

/** A sum in large digits between «less» and «more». */
export function AmountInput(props: AmountInputProps) {
  const { label, value, onValue, step = 20, min = 0, max, help, className, ...more } = props
  const { error: refused, ...input } = more
  const error = wrongWhole(value) ?? refused
  const ownId = useId()
  const id = input.id ?? ownId
  const noteId = `${id}-note`
  const tidy = tidyWhole(value)
  const change = ({ target }: { target: HTMLInputElement }) => onValue(target.value)
  useEarlyChange(id, change)

  const limits = { step, min, max: max ?? Number.MAX_SAFE_INTEGER }
  const stepTo = (name: string, next: string | undefined, icon: ReactNode) =>
    step > 0 && (
      <IconButton
        label={`${name} на ${step} ₽`}
        variant="tonal"
        size="l"
        className={classes('only-scripted', css.button)}
        disabled={input.disabled || next === undefined}
        onClick={() => next !== undefined && onValue(next)}
      >
        {icon}
      </IconButton>
    )

  // The unit stands at the digits, or where they will; a placeholder takes the room that is left.
  const tight = value !== '' || (step === 0 && input.placeholder === undefined)
  return (
    <div className={classes(css.field, className)}>
      <div
        className={classes(
          css.amount,
          step === 0 && css.bare,
          Boolean(error) && css.wrong,
          input.disabled && css.disabled,
        )}
      >
        {stepTo('Меньше', stepAmount(value, -1, limits), <Minus />)}
        <label className={css.value} htmlFor={id}>
          <span className={classes(css.digits, tight && css.typed)} data-value={value}>
            <input
              autoComplete="off"
              inputMode="numeric"
              {...input}
              id={id}
              type="text"
              aria-label={label}
              aria-invalid={error ? true : undefined}
              aria-describedby={error || help ? noteId : undefined}
              value={value}
              size={1}
              className={css.input}
              onChange={change}
              onBlur={() => tidy !== value && onValue(tidy)}
            />
          </span>
          <span aria-hidden="true" className={css.unit}>
            {(step === 0 || value !== '') && '₽'}
          </span>
        </label>
        {stepTo('Больше', stepAmount(value, 1, limits), <Plus />)}
      </div>
      <FieldNote id={noteId} error={error} help={help} />
    </div>
  )
}

type StepperProps = {
  label: string
  value: number
  onValue: (value: number) => void
  min: number
  max: number
  step: number
  /** For a form: the number is sent under this name. */
  name?: string
  /** For a number that is no sum: what its buttons do, and how it is shown. */
  words?: { less: string; more: string; value: string }
  className?: string | undefined
}

/** A number changed by steps only, never typed. */
export function Stepper(props: StepperProps) {
  const { label, value, onValue, min, max, step, name, className } = props
  const words = props.words ?? {
    less: `Меньше на ${step} ₽`,
    more: `Больше на ${step} ₽`,
    value: `${value} ₽`,
  }
  const less = stepAmount(String(value), -1, { min, max, step })
  const more = stepAmount(String(value), 1, { min, max, step })
  return (
    <fieldset aria-label={label} className={classes(css.stepper, className)}>
      <IconButton
        label={words.less}
        variant="tonal"
        disabled={less === undefined}
        onClick={() => less !== undefined && onValue(Number(less))}
      >
        <Minus />
      </IconButton>
      <output className={css.count}>{words.value}</output>
      <IconButton
        label={words.more}
        variant="tonal"
        disabled={more === undefined}
        onClick={() => more !== undefined && onValue(Number(more))}
      >
        <Plus />
      </IconButton>
      {name && <input type="hidden" name={name} value={value} />}
    </fieldset>
  )
}
