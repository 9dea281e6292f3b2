import { ConcertBar } from '#web/parts/concert-bar.tsx'
import { ShareButton } from '#web/parts/share-button.tsx'
import { SiteHeader } from '#web/parts/site-header.tsx'
import { classes } from '#web/ui/classes.ts'
import { ArtistLink } from './artist-link.tsx'
import type { ConcertPage } from './concert-view.ts'
import css from './concert.module.css'

export type ConcertTopProps = { view: ConcertPage }

/** The upper edge: the way back, or for who came by a link and has nowhere to go back to, who plays. */
export function ConcertTop({ view }: ConcertTopProps) {
  const { session, artistName, shared } = view
  const share = <ShareButton title={session.title} />
  if (shared)
    return (
      <>
        <SiteHeader actions={share} />
        <div className={classes('wrap', css.guest)}>
          <ArtistLink view={view} className={css.card} />
        </div>
      </>
    )
  return (
    <>
      <ConcertBar
        title={`Concert ${artistName}`}
        backHref={`/user/${session.artist.username}`}
        backLabel="На страницу артиста"
        actions={share}
      />
      <SiteHeader className="only-d" actions={share} />
    </>
  )
}
