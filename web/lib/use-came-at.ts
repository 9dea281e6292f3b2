import { useState } from 'react'

/** Milliseconds since 1970 when this part of the page came to the screen. */
export function useCameAt(): number {
  const [cameAt] = useState(() => Date.now())
  return cameAt
}
