import type { Session } from '#contract/shapes.ts'

/**
 * The loaded announcements with the pad's later changes: the running concert first, in its current state, and without
 * those that ran here and have ended.
 */
export function announced(
  sessions: readonly Session[],
  running: Session | null,
  ran: ReadonlySet<string>,
): readonly Session[] {
  const now = running !== null && sessions.some(({ id }) => id === running.id) ? [running] : []
  return [...now, ...sessions.filter(({ id }) => id !== running?.id && !ran.has(id))]
}

const HOME_TABS = ['profile', 'concert', 'announcement'] as const

type HomeTab = (typeof HOME_TABS)[number]

/** The tab named in the URL; by default the pad while a concert runs, else the profile. */
export function homeTab(search: URLSearchParams, concertRuns: boolean): HomeTab {
  const named = search.get('tab')
  return HOME_TABS.find((tab) => tab === named) ?? (concertRuns ? 'concert' : 'profile')
}
