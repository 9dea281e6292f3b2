import { atNight, nightPictureOf } from '#domain/concerts/poster-run.ts'
import { photoOf } from '#web/parts/artist/photo.ts'
import { Logo } from '#web/parts/frame/logo.tsx'
import { ShareButton } from '#web/parts/share-button.tsx'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { classes } from '#web/ui/classes.ts'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import type { TabsProps } from '#web/ui/layout/tabs.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Beat } from '#web/ui/status/beat.tsx'
import type { ArtistHead } from '../artist-view.ts'
import css from './hall.module.css'

type WhoProps = { head: ArtistHead; className?: string | undefined }

/** The artist in one line while the concert is on: photo, name, «идёт». */
export function Who({ head, className }: WhoProps) {
  const [photo] = head.imageUrls
  return (
    <div className={classes(css.who, className)}>
      <Picture
        file={
          photo === undefined ? { url: nightPictureOf(head.username) } : photoOf(atNight(photo))
        }
        alt=""
        sizes="72px"
        width={72}
        height={72}
        className={css.photo}
      />
      <p className={css.name}>{head.name}</p>
      <p className={css.on}>
        <Beat /> идёт
      </p>
    </div>
  )
}

type HallHeadProps = Pick<TabsProps, 'tabs' | 'current'> & { head: ArtistHead }

/** The head of an artist's page while the concert is on: no menu, so that a thumb in the dark does not leave the stage. */
export function HallHead({ head, tabs, current }: HallHeadProps) {
  return (
    <header data-fold className={css.head}>
      <Anchor href="/" aria-label="Бис, на главную" className={css.home}>
        <Logo />
      </Anchor>
      <Who head={head} className={css.inHead} />
      <Tabs label="Разделы страницы" tabs={tabs} current={current} className={css.tabs} quiet />
      <div className={css.share}>
        <ShareButton title={head.name} />
      </div>
    </header>
  )
}

/** The way home, at the end of the page. */
export function HallFoot() {
  return (
    <footer className={css.foot}>
      <Anchor href="/" aria-label="Бис, на главную" className={css.footHome}>
        <Logo />
      </Anchor>
    </footer>
  )
}
