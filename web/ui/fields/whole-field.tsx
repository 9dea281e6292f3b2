import { tidyWhole, wrongWhole } from './typed-number.ts'
import type { FieldProps } from './field.tsx'
import { Field } from './field.tsx'

type WholeFieldProps = Omit<FieldProps, 'value' | 'onChange'> & {
  value: string
  onValue: (typed: string) => void
  /** Said of a fraction; by default that of rubles. */
  fraction?: string
}

export const WHOLE = 'Целое число'

/** A whole number as it is typed, read by `readWhole`; says what is wrong with it. */
export function WholeField({ value, onValue, fraction, error, ...field }: WholeFieldProps) {
  const tidy = tidyWhole(value)
  return (
    <Field
      inputMode="numeric"
      autoComplete="off"
      {...field}
      value={value}
      error={wrongWhole(value, fraction) ?? error}
      onChange={({ target }) => onValue(target.value)}
      onBlur={() => tidy !== value && onValue(tidy)}
    />
  )
}
