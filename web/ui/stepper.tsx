import { Plus } from './icons.tsx'
import { Minus } from './more-icons.tsx'
import { stepAmount } from './amount-step.ts'
import { classes } from './classes.ts'
import { IconButton } from './icon-button.tsx'
import css from './amount-input.module.css'

type StepperProps = {
  label: string
  value: number
  onValue: (value: number) => void
  min: number
  max: number
  step: number
  unit?: string
  /** For a form: the number goes with it under this name. */
  name?: string
  disabled?: boolean
  className?: string | undefined
}

/** A number that is only stepped, never typed. */
export function Stepper(props: StepperProps) {
  const {
    label,
    value,
    onValue,
    min,
    max,
    step,
    unit = '',
    name,
    disabled = false,
    className,
  } = props
  const less = stepAmount(String(value), -1, { min, max, step })
  const more = stepAmount(String(value), 1, { min, max, step })
  return (
    <fieldset aria-label={label} className={classes(css.stepper, className)}>
      <IconButton
        label={`Меньше на ${step} ${unit}`}
        variant="tonal"
        disabled={disabled || less === undefined}
        onClick={() => less !== undefined && onValue(Number(less))}
      >
        <Minus className="ico" />
      </IconButton>
      <output className={css.value}>
        {value} {unit}
      </output>
      <IconButton
        label={`Больше на ${step} ${unit}`}
        variant="tonal"
        disabled={disabled || more === undefined}
        onClick={() => more !== undefined && onValue(Number(more))}
      >
        <Plus className="ico" />
      </IconButton>
      {name && <input type="hidden" name={name} value={value} />}
    </fieldset>
  )
}
