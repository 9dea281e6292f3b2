import { useRef, useState } from 'react'

export type Rest = {
  resting: boolean
  /** True where the press counts; then the rest begins. */
  take(): boolean
}

/** After a press that counts none does for a while: a nervous foot presses twice. */
export function useRest(ms: number): Rest {
  const until = useRef(0)
  const [resting, setResting] = useState(false)

  return {
    resting,
    take() {
      // A second press comes before the first one is drawn, so the clock is asked and not the screen.
      if (performance.now() < until.current) return false
      until.current = performance.now() + ms
      setResting(true)
      setTimeout(() => setResting(false), ms)
      return true
    },
  }
}
