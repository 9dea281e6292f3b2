import { useEffect, useRef } from 'react'
import { Field } from '#web/ui/field.tsx'

type DayFieldProps = {
  label: string
  name: string
  /** YYYY-MM-DD as the address says it; empty for none. */
  day: string
  error: string | undefined
}

/** A day of the calendar. The address can change it, by the way back for example. */
export function DayField({ label, name, day, error }: DayFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current !== null && field.current.value !== day) field.current.value = day
  }, [day])
  return (
    <Field
      ref={field}
      type="date"
      label={label}
      name={name}
      defaultValue={day}
      error={error}
      autoComplete="off"
    />
  )
}
