import type { Session } from '#contract/shapes.ts'

/**
 * The announcements that the page came with, as the pad has changed them since: the running concert
 * as it runs, and without those that ran here and have ended.
 */
export function announced(
  sessions: readonly Session[],
  running: Session | null,
  ran: ReadonlySet<string>,
): readonly Session[] {
  return sessions
    .filter(({ id }) => id === running?.id || !ran.has(id))
    .map((session) => (session.id === running?.id ? running : session))
}
