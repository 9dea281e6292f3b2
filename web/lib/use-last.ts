import { useState } from 'react'

/** The value, or once it is gone the last one that was: for what is still seen while it leaves. */
export function useLast<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
