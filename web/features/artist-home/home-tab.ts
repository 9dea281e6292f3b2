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

/** «Сегодня», «Моя страница», the pad, «Вечера». */
const HOME_TABS = ['today', 'profile', 'concert', 'announcement'] as const

type HomeTab = (typeof HOME_TABS)[number]

/** The tab named in the URL; by default the pad while a concert runs, else «Сегодня». */
export function homeTab(search: URLSearchParams, concertRuns: boolean): HomeTab {
  const named = search.get('tab')
  return HOME_TABS.find((tab) => tab === named) ?? (concertRuns ? 'concert' : 'today')
}
