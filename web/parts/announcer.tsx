import { useAnnouncement } from './use-announcement.ts'

export type AnnouncerProps = {
  /** What there is to say at the moment. */
  words: string
}

/** Tells a screen reader what moves on the screen, without talking all the time. */
export function Announcer({ words }: AnnouncerProps) {
  return <output className="sr">{useAnnouncement(words)}</output>
}
