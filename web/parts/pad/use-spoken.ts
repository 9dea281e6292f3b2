import { useEffect, useRef, useState } from 'react'

const APART_MS = 5000

/** The same text for a screen reader, changed at most every five seconds and always to the last one. */
export function useSpoken(text: string): string {
  const [spoken, setSpoken] = useState(text)
  const spokenAt = useRef(0)

  useEffect(() => {
    const wait = Math.max(0, spokenAt.current + APART_MS - performance.now())
    const timer = setTimeout(() => {
      spokenAt.current = performance.now()
      setSpoken(text)
    }, wait)
    return () => clearTimeout(timer)
  }, [text])

  return spoken
}
