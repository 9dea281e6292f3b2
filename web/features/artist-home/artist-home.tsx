import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { useLoaderData, useSearchParams } from 'react-router'
import { Pad, usePadState } from '#web/features/pad/index.ts'
import type { PageHandle } from '#web/lib/page-handle.ts'
import { ArtistSkeleton } from '#web/parts/artist-skeleton.tsx'
import { CalendarDays, User } from '#web/ui/artist-icons.tsx'
import { classes } from '#web/ui/classes.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { AnnouncementTab } from './announcement-tab.tsx'
import css from './artist-home.module.css'
import { HomeHeader } from './home-header.tsx'
import { homeTab } from './home-tab.ts'
import type { Home } from './load-home.ts'
import { loadHome } from './load-home.ts'
import { ProfileTab } from './profile-tab.tsx'
import { useAnnounced } from './use-announced.ts'

export { ArtistTrouble as ErrorBoundary } from '#web/parts/artist-trouble.tsx'

export const handle: PageHandle = {
  theme: (loaded, search) => {
    const home = loaded as Home | undefined
    const runs = home !== undefined && home.concerts.current !== null
    return homeTab(search, runs) === 'concert' ? 'stage' : undefined
  },
}

export function meta() {
  return [{ title: 'Кабинет — Бис' }, { name: 'robots', content: 'noindex' }]
}

export const clientLoader = loadHome

/** Going from tab to tab asks for nothing: the pad stays alive below them all. */
export function shouldRevalidate(turn: ShouldRevalidateFunctionArgs): boolean {
  const sameScreen = turn.currentUrl.pathname === turn.nextUrl.pathname
  const otherTab = turn.currentUrl.search !== turn.nextUrl.search
  return sameScreen && otherTab ? false : turn.defaultShouldRevalidate
}

export function HydrateFallback() {
  return <ArtistSkeleton />
}

export default function ArtistHome() {
  const home = useLoaderData<Home>()
  const [search] = useSearchParams()
  const pad = usePadState(home.username, home.concerts)
  const { sessions, ended } = useAnnounced(home.sessions, pad.session)
  const tab = homeTab(search, home.concerts.current !== null)

  const tabs = (
    <Tabs
      label="Разделы кабинета"
      current={tab}
      className={classes(css.tabs, tab === 'concert' && css.onStage)}
      tabs={[
        { id: 'profile', label: 'Профиль', href: '/artist?tab=profile' },
        {
          id: 'concert',
          label: 'Концерт',
          href: '/artist?tab=concert',
          live: pad.session?.active ?? false,
        },
        { id: 'announcement', label: 'Анонсы', href: '/artist?tab=announcement' },
      ]}
    />
  )

  if (tab === 'concert') {
    return <Pad pad={pad} flags={home.flags} nav={tabs} exits={EXITS} />
  }
  return (
    <div className={css.page}>
      <HomeHeader home={home} />
      {tabs}
      <main className={css.main}>
        {tab === 'profile' && <ProfileTab page={home.page} />}
        {tab === 'announcement' && <AnnouncementTab sessions={sessions} ended={ended} />}
      </main>
    </div>
  )
}

const EXITS = [
  {
    key: 'profile',
    label: 'Профиль',
    icon: <User className="ico" />,
    href: '/artist?tab=profile',
  },
  {
    key: 'announcement',
    label: 'Анонсы',
    icon: <CalendarDays className="ico" />,
    href: '/artist?tab=announcement',
  },
]
