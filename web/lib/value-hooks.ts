import { useState } from 'react'

/** True from the moment when something is wanted for the first time: what came then stays, to leave the screen in its own time. */
export function useOnce(wanted: boolean): boolean {
  const [was, setWas] = useState(wanted)
  if (wanted && !was) setWas(true)
  return was || wanted
}

/** Milliseconds since 1970 when this part of the page came to the screen. */
export function useMountedAt(): number {
  const [cameAt] = useState(() => Date.now())
  return cameAt
}

/** The value, or once it is gone the last one that was: for what is still seen while it leaves. */
export function useLastValue<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
