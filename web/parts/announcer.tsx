import { useEffect, useRef, useState } from 'react'

const REST_MS = 5000

/** The newest of many words, at most one in five seconds, and nothing for what the page came with. */
function useAnnouncement(text: string): string {
  const [announced, setAnnounced] = useState('')
  const first = useRef(text)
  const toldAt = useRef(0)

  useEffect(() => {
    if (text === first.current) return undefined
    first.current = ''
    const wait = Math.max(0, toldAt.current + REST_MS - performance.now())
    const timer = setTimeout(() => {
      toldAt.current = performance.now()
      setAnnounced(text)
    }, wait)
    return () => clearTimeout(timer)
  }, [text])

  return announced
}

type AnnouncerProps = {
  /** What there is to say at the moment. */
  words: string
}

/** Tells a screen reader what moves on the screen, without talking all the time. */
export function Announcer({ words }: AnnouncerProps) {
  return <output className="sr">{useAnnouncement(words)}</output>
}
