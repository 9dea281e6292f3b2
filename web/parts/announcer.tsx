import { useEffect, useRef, useState } from 'react'

const REST_MS = 5000

/** Returns the newest text, at most one in five seconds, and nothing for the text that the page came with. */
function useAnnouncement(text: string): string {
  const [announced, setAnnounced] = useState('')
  const first = useRef(text)
  const announcedAt = useRef(0)

  useEffect(() => {
    if (text === first.current) return undefined
    first.current = ''
    const wait = Math.max(0, announcedAt.current + REST_MS - performance.now())
    const timer = setTimeout(() => {
      announcedAt.current = performance.now()
      setAnnounced(text)
    }, wait)
    return () => clearTimeout(timer)
  }, [text])

  return announced
}

type AnnouncerProps = {
  /** The text to announce at the moment. */
  words: string
}

/** Announces changes of the screen to a screen reader, without talking all the time. */
export function Announcer({ words }: AnnouncerProps) {
  return <output className="sr">{useAnnouncement(words)}</output>
}
