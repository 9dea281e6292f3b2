import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useLocation, useNavigation, useRevalidator } from 'react-router'
import { atNight, nightPictureOf, pictureOf } from '#domain/concerts/poster-run.ts'
import { photoOf } from '#web/parts/artist/photo.ts'
import { ShareButton } from '#web/parts/share-button.tsx'
import { SiteHeader } from '#web/parts/frame/site-header.tsx'
import { titleStep } from '#web/parts/title-step.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { lazyPart } from '#web/parts/lazy-part.tsx'
// Its styles come with the page, which is drawn with it.
import '#web/ui/layout/carousel.module.css'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { HallFoot, HallHead } from './hall/hall-head.tsx'
import css from './artist-frame.module.css'
import type { ArtistTab } from './tabs/artist-tab.ts'
import { tabHref, tabOf } from './tabs/artist-tab.ts'
import type { ArtistView } from './artist-view.ts'

const Carousel = lazyPart('web/ui/layout/carousel.tsx', async () => {
  const { Carousel: Part } = await import('#web/ui/layout/carousel.tsx')
  return Part
})

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
  /** The concert has just ended: its page is still dark. */
  dark?: boolean
  /** Shown under the tabs, on a wide screen beside the photos; without it only the name is shown. */
  aside?: ReactNode
  children: ReactNode
}

/** What all tabs share: the header, the photos and the tabs themselves. */
export function ArtistFrame({ view, tab, dark = false, aside, children }: ArtistPageFrameProps) {
  const { head, current } = view
  const on = current !== null
  const chosen = useChosenTab(tab, on)
  const tabs = [
    { id: 'profile', label: 'Профиль', href: tabHref('profile') },
    ...(on ? [{ id: 'order', label: 'Заказ песни', href: tabHref('order'), live: true }] : []),
    { id: 'afisha', label: 'Афиша', href: tabHref('afisha') },
  ]
  const busy = chosen !== tab || undefined
  const name = (
    <h1 className={classes(titleStep(head.name, 'd-l'), css.name, css.long)}>{head.name}</h1>
  )
  const photos = (night: boolean) => (
    <Carousel
      label="Фотографии"
      images={head.imageUrls.map((url) => photoOf(night ? atNight(url) : url))}
      fallback={night ? nightPictureOf(head.username) : pictureOf(head.username)}
      sizes="(min-width: 768px) 600px, 100vw"
    />
  )
  // In a dark hall every tab stays on the stage.
  if (on)
    return (
      <div className={classes(css.page, css.stage)}>
        <HallHead head={head} tabs={tabs} current={chosen} />
        <main id="main" aria-busy={busy}>
          {aside && (
            <div className={css.head}>
              {photos(true)}
              <div className={css.side}>{aside}</div>
            </div>
          )}
          {tab === 'afisha' && name}
          {children}
        </main>
        <HallFoot />
      </div>
    )
  return (
    <div className={css.page}>
      <SiteHeader actions={<ShareButton title={head.name} />} />
      <main id="main" aria-busy={busy}>
        <div className={css.head}>
          {photos(dark)}
          <div className={css.side}>
            <Tabs label="Разделы страницы" tabs={tabs} current={chosen} />
            {aside}
            {!aside && name}
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
