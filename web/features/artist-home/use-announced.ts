import { useState } from 'react'
import type { Session } from '#contract/shapes.ts'
import { announced } from './announced.ts'

/** The artist's announcements, kept true by the pad beside them, and the concerts that it has ended: no tab asks the network. */
export function useAnnounced(
  sessions: readonly Session[],
  running: Session | null,
): { sessions: readonly Session[]; ended: readonly Session[] } {
  const [ran, setRan] = useState<ReadonlyMap<string, Session>>(new Map())
  if (running !== null && !ran.has(running.id)) setRan(new Map([...ran, [running.id, running]]))
  return {
    sessions: announced(sessions, running, new Set(ran.keys())),
    ended: [...ran.values()].filter(({ id }) => id !== running?.id),
  }
}
