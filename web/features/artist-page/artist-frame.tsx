import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useLocation, useNavigation, useRevalidator } from 'react-router'
import { atNight, nightPictureOf, pictureOf } from '#domain/concerts/poster-run.ts'
import { photoOf } from '#web/parts/artist/photo.ts'
import { ShareButton } from '#web/parts/share-button.tsx'
import { SiteHeader } from '#web/parts/frame/site-header.tsx'
import { titleStep } from '#web/parts/title-step.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Carousel } from '#web/ui/layout/carousel.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import css from './artist-frame.module.css'
import type { ArtistTab } from './tabs/artist-tab.ts'
import { tabHref, tabOf } from './tabs/artist-tab.ts'
import type { ArtistView } from './artist-view.ts'

/** Shown in a tab whose content could not be loaded. */
export function NotArrived() {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    const ask = () => void revalidate()
    addEventListener('online', ask)
    return () => removeEventListener('online', ask)
  }, [revalidate])
  return (
    <div className={classes('wrap', css.place)}>
      <EmptyState
        text="Связь прервалась, раздел не загрузился"
        rest={false}
        action={
          <Button variant="invert" loading={state !== 'idle'} onClick={() => void revalidate()}>
            Загрузить ещё раз
          </Button>
        }
      />
    </div>
  )
}

type ArtistPageFrameProps = {
  view: ArtistView
  tab: ArtistTab
  /** The narrow dark page of a concert that is on, or has just ended. */
  stage: boolean
  /** Shown under the tabs, on a wide screen beside the photos; without it only the name is shown. */
  aside?: ReactNode
  children: ReactNode
}

/** What all tabs share: the header, the photos and the tabs themselves. */
export function ArtistFrame({ view, tab, stage, aside, children }: ArtistPageFrameProps) {
  const { head, current } = view
  const on = current !== null
  const chosen = useChosenTab(tab, on)
  const tabs = [
    { id: 'profile', label: 'Профиль', href: tabHref('profile') },
    ...(on ? [{ id: 'order', label: 'Заказ песни', href: tabHref('order'), live: true }] : []),
    { id: 'afisha', label: 'Афиша', href: tabHref('afisha') },
  ]
  return (
    <div className={classes(css.page, stage && css.stage)}>
      <div data-fold>
        <SiteHeader actions={<ShareButton title={head.name} />} />
      </div>
      <main id="main" aria-busy={chosen !== tab || undefined}>
        <div data-fold className={css.head}>
          <Carousel
            label="Фотографии"
            images={head.imageUrls.map((url) => photoOf(stage ? atNight(url) : url))}
            fallback={stage ? nightPictureOf(head.username) : pictureOf(head.username)}
            sizes={stage ? '(min-width: 768px) 560px, 100vw' : '(min-width: 768px) 600px, 100vw'}
          />
          <div className={css.side}>
            {stage && (
              <div className={css.who}>
                <h1 className={classes('d-s', css.long)}>{head.name}</h1>
                {current && <p className="muted">{current.title}</p>}
              </div>
            )}
            <Tabs label="Разделы страницы" tabs={tabs} current={chosen} className={css.tabs} />
            {aside}
            {!aside && !stage && (
              <h1 className={classes(titleStep(head.name, 'd-l'), css.name, css.long)}>
                {head.name}
              </h1>
            )}
          </div>
        </div>
        {children}
      </main>
    </div>
  )
}

/** The tab that was pressed last, also while its content is loading. */
function useChosenTab(tab: ArtistTab, concertIsOn: boolean): ArtistTab {
  const here = useLocation()
  const { location: there } = useNavigation()
  if (there === undefined || there.pathname !== here.pathname) return tab
  return tabOf(new URLSearchParams(there.search), concertIsOn)
}
