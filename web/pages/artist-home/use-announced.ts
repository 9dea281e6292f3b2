import { useState } from 'react'
import type { Session } from '#contract/shapes.ts'
import { announced } from './announced.ts'

/** The artist's announcements, kept true by the pad beside them: no tab asks the network. */
export function useAnnounced(
  sessions: readonly Session[],
  running: Session | null,
): readonly Session[] {
  const [ran, setRan] = useState<ReadonlySet<string>>(new Set())
  if (running !== null && !ran.has(running.id)) setRan(new Set([...ran, running.id]))
  return announced(sessions, running, ran)
}
