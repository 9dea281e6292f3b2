import { useState } from 'react'

/** True from the moment when something is wanted for the first time: what came then stays, to leave the screen in its own time. */
export function useOnce(wanted: boolean): boolean {
  const [was, setWas] = useState(wanted)
  if (wanted && !was) setWas(true)
  return was || wanted
}
