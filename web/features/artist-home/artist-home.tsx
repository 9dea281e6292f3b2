import { useLayoutEffect, useState } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { useLoaderData, useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import type { ArtistPage } from '#contract/page.ts'
import type { Session } from '#contract/shapes.ts'
import { pictureOf } from '#domain/concerts/poster-run.ts'
import { Pad, useNewAfterLoss, usePadState } from '#web/features/pad/index.ts'
import { call } from '#web/lib/calls/call.ts'
import type { PageHandle } from '#web/lib/pages/site-facts.ts'
import { photoOf } from '#web/parts/artist/photo.ts'
import { removeToken } from '#web/lib/calls/token.ts'
import { useShare } from '#web/lib/pages/share.ts'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { ConnectionStrip } from '#web/parts/connection-strip.tsx'
import { FormattedText } from '#web/parts/artist/formatted-text.tsx'
import { Logo } from '#web/parts/frame/logo.tsx'
import { SocialLinks } from '#web/parts/artist/social-links.tsx'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { LogOut, QrCode, Settings, Wallet } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Carousel } from '#web/ui/layout/carousel.tsx'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Share2 } from '#web/ui/icons/icons.tsx'
import { ListMusic } from '#web/ui/icons/more-icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { AnnouncementTab, FirstStepsList } from './announcement-tab.tsx'
import css from './artist-home.module.css'
import { announced, homeTab } from './home-tab.ts'
import type { Home } from './load-home.ts'
import { loadHome } from './load-home.ts'

/** Timeout of the logout request: a lost network must not prevent a logout. */
const TIMEOUT_MS = 3000

/** Ends the token on the server, and removes it here in any case. */
async function endToken(): Promise<void> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), TIMEOUT_MS)
  // Whatever the answer is, this device is logged out.
  await call(api.auth.logout, {}, { signal: patience.signal }).catch(() => {})
  clearTimeout(timer)
  removeToken()
}

/** For a button that logs this device out. */
function useLogout() {
  const [leaving, setLeaving] = useState(false)
  return {
    leaving,
    leave() {
      if (leaving) return
      setLeaving(true)
      // A full page load, so that nothing of this account stays in memory.
      void endToken().then(() => window.location.assign('/login'))
    },
  }
}

type HomeHeaderProps = { home: Pick<Home, 'username' | 'page'> }

/** The header of the artist's home: the link to the site, and the actions of the account. */
function HomeHeader({ home: { username, page } }: HomeHeaderProps) {
  const share = useShare()
  const { leaving, leave } = useLogout()
  const [asking, setAsking] = useState(false)
  return (
    <header className={css.header}>
      <Anchor href="/" aria-label="Бис, на главную" className={css.home}>
        <Logo />
      </Anchor>
      <IconButton label="Настройки" href="/artist/account-settings">
        <Settings className="ico" />
      </IconButton>
      <IconButton label="QR-код" href="/artist/qr">
        <QrCode className="ico" />
      </IconButton>
      <IconButton
        label="Поделиться"
        onClick={() => share(`/user/${username}`, page.artistInfoDTO.name)}
      >
        <Share2 className="ico" />
      </IconButton>
      <IconButton label="Выйти" onClick={() => setAsking(true)}>
        <LogOut className="ico" />
      </IconButton>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Выйти из кабинета?"
        safe="Остаться"
        confirm="Выйти"
        confirming={leaving}
        onConfirm={leave}
      >
        <p>Чтобы вернуться, понадобится пароль. Концерт это не остановит.</p>
      </Dialog>
    </header>
  )
}

type HomeProfileTabProps = { page: ArtistPage }

/** The artist's page as the artist sees it. */
function ProfileTab({ page }: HomeProfileTabProps) {
  const artist = page.artistInfoDTO
  return (
    <div className={css.profile}>
      <Carousel
        label="Фотографии"
        images={artist.imageUrls.map(photoOf)}
        fallback={pictureOf(artist.username)}
        sizes="(min-width: 768px) 640px, 100vw"
        className={css.photos}
      />
      <div className={css.facts}>
        <h1 className={css.name}>{artist.name === '' ? artist.username : artist.name}</h1>
        {artist.shortDescriptionHtml !== '' && (
          <FormattedText html={artist.shortDescriptionHtml} className={css.short} />
        )}
        <SocialLinks links={page.socialMediaList} />
        <Button
          variant="primary"
          block
          icon={<ListMusic className="ico" />}
          href="/artist/favorite_songs"
        >
          Настроить репертуар
        </Button>
        <Button block href="/artist/wishes">
          Чего ждут в городах
        </Button>
        <Button block icon={<Wallet className="ico" />} href="/artist/balance">
          Баланс
        </Button>
      </div>
      <Section
        title={artist.accountType === 'GROUP' ? 'О группе' : 'О музыканте'}
        className={css.about}
      >
        {artist.descriptionHtml === '' ? (
          <EmptyState
            text="Расскажите, что и как вы играете: слушатели прочтут это на вашей странице."
            action={<Button href="/artist/account-settings">Рассказать</Button>}
          />
        ) : (
          <FormattedText html={artist.descriptionHtml} />
        )}
      </Section>
    </div>
  )
}

/** The artist's announcements, updated from the pad beside them, and the concerts that it has ended; switching tabs makes no request. */
function useAnnounced(
  sessions: Home['sessions'],
  running: Session | null,
): { sessions: Home['sessions']; ended: readonly Session[] } {
  const [ran, setRan] = useState<ReadonlyMap<string, Session>>(new Map())
  if (running !== null && !ran.has(running.id)) setRan(new Map([...ran, [running.id, running]]))
  return {
    sessions: sessions && announced(sessions, running, new Set(ran.keys())),
    ended: [...ran.values()].filter(({ id }) => id !== running?.id),
  }
}

/** The page kept on the device may have been drawn for another tab, and hydration leaves the document's attributes as they are. */
function useKeptPageTheme(isStage: boolean): void {
  useLayoutEffect(() => {
    if (isStage) document.documentElement.dataset['theme'] = 'stage'
    else delete document.documentElement.dataset['theme']
  }, [isStage])
}

export const handle: PageHandle = {
  theme: (loaded, search) => {
    const home = loaded as Home | undefined
    const runs = home !== undefined && home.concerts.current !== null
    return homeTab(search, runs) === 'concert' ? 'stage' : undefined
  },
}

export const { meta, HydrateFallback, ErrorBoundary } = artistPage('Кабинет')

export const clientLoader = loadHome

/** Switching tabs reloads nothing: the pad stays active below them all. */
export function shouldRevalidate(turn: ShouldRevalidateFunctionArgs): boolean {
  const sameScreen = turn.currentUrl.pathname === turn.nextUrl.pathname
  const otherTab = turn.currentUrl.search !== turn.nextUrl.search
  return sameScreen && otherTab ? false : turn.defaultShouldRevalidate
}

export default function ArtistHome() {
  const home = useLoaderData<Home>()
  const [search] = useSearchParams()
  const pad = usePadState(home.username, home.concerts, {
    savedAt: home.savedAt,
    copyName: 'copy artist pad',
  })
  const { sessions, ended } = useAnnounced(home.sessions, pad.session)
  const tab = homeTab(search, home.concerts.current !== null)
  useNewAfterLoss(home)
  useKeptPageTheme(tab === 'concert')

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
    return <Pad pad={pad} flags={home.flags} nav={tabs} />
  }
  return (
    <div className={css.page}>
      <HomeHeader home={home} />
      {tabs}
      {home.savedAt !== null && <ConnectionStrip connection="lost" receivedAt={home.savedAt} />}
      <main id="main" className={css.main}>
        {tab === 'profile' && home.beginnings !== null && sessions !== null && (
          <FirstStepsList
            username={home.username}
            beginnings={home.beginnings}
            announced={sessions.length > 0 || ended.length > 0}
          />
        )}
        {tab === 'profile' && <ProfileTab page={home.page} />}
        {tab === 'announcement' && <AnnouncementTab sessions={sessions} ended={ended} />}
      </main>
    </div>
  )
}
