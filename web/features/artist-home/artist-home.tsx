import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { useLoaderData, useNavigate, useSearchParams } from 'react-router'
import type { Session } from '#contract/shapes.ts'
import { Pad, useNewAfterLoss, usePadState } from '#web/features/pad/index.ts'
import type { PageHandle } from '#web/lib/pages/site-facts.ts'
import { ConnectionStrip } from '#web/parts/connection-strip.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { CabinetFrame, PlaceBar } from '#web/parts/frame/cabinet-frame.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Plus } from '#web/ui/icons/icons.tsx'
import { PastEvenings } from '../evenings/index.ts'
import css from './artist-home.module.css'
import { ComingEvenings } from './coming-evenings.tsx'
import { announced, homeTab } from './home-tab.ts'
import type { Home } from './load-home.ts'
import { loadHome } from './load-home.ts'
import { OwnPage, OwnPageActions } from './own-page.tsx'
import { Today } from './today.tsx'

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

/** A concert that begins on «Сегодня» is led from the pad. */
function useOpenedPad(runs: boolean, onToday: boolean): void {
  const navigate = useNavigate()
  const ran = useRef(runs)
  const open = useEffectEvent(() => {
    if (onToday) void navigate('/artist?tab=concert', { replace: true })
  })
  useEffect(() => {
    if (runs && !ran.current) open()
    ran.current = runs
  }, [runs])
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

type EveningsProps = { sessions: Home['sessions']; ended: readonly Session[] }

/** «Вечера»: what is ahead, and what was. */
function Evenings({ sessions, ended }: EveningsProps) {
  return (
    <>
      <div className={css.head}>
        <h1 className="d-m">Вечера</h1>
        <Button
          variant={sessions?.length === 0 ? 'line' : 'primary'}
          size="s"
          icon={<Plus />}
          href="/artist/create-new-session"
          aria-label="Создать концерт"
        >
          Концерт
        </Button>
      </div>
      <div className={css.columns}>
        <ComingEvenings sessions={sessions} ended={ended} />
        <PastEvenings />
      </div>
    </>
  )
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
  useNewAfterLoss(home, pad.connection)
  useKeptPageTheme(tab === 'concert')
  const { username, page } = home
  useOpenedPad(pad.session !== null, tab === 'today')

  return (
    <CabinetFrame bare={tab === 'concert' && pad.session !== null}>
      {tab === 'concert' ? (
        <Pad pad={pad} flags={home.flags} nav={<PlaceBar />} />
      ) : (
        <div className={css.page}>
          <PlaceBar
            {...(tab === 'profile' && {
              actions: <OwnPageActions username={username} page={page} />,
            })}
          />
          {home.savedAt !== null && <ConnectionStrip connection="lost" receivedAt={home.savedAt} />}
          <main id="main" className={css.main}>
            {tab === 'today' && (
              <Today
                home={home}
                pad={pad}
                announced={(sessions ?? []).length > 0 || ended.length > 0}
              />
            )}
            {tab === 'profile' && <OwnPage username={username} page={page} />}
            {tab === 'announcement' && <Evenings sessions={sessions} ended={ended} />}
          </main>
        </div>
      )}
    </CabinetFrame>
  )
}
