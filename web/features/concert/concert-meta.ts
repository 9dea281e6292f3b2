import type { MetaDescriptor } from 'react-router'
import { concertJsonLd } from '#web/lib/music-json-ld.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { concertPicture } from '#web/lib/preview-picture.ts'
import type { ConcertView } from './concert-view.ts'

export type MetaOf = Pick<ConcertView, 'artistName' | 'group' | 'session'> & {
  /** The whole address of the concert's main page. */
  address: string
}

/** The title of the page, and what search engines and messengers are told: what, when and where. */
export function concertMeta({ session, artistName, group, address }: MetaOf): MetaDescriptor[] {
  const { title, timeAndDay, location, artist } = session
  const place = [location.name, location.city].filter((part) => part !== '').join(', ')
  const { pathname, origin } = new URL(address)
  const image = concertPicture(session)
  return pageMeta({
    title: `Concert ${artistName}`,
    description: `${title}. ${timeAndDay}. ${place}`,
    // The page for guests is the same page: search engines are led to the main one.
    path: pathname,
    publicUrl: origin,
    // It stands in no list and no search: whoever was asked to come has its link.
    noindex: session.advancedSession.privacy.closedSession,
    image,
    alternates: [{ type: 'text/calendar', path: `${pathname}.ics`, title }],
    preview: { title: `${title} — ${artistName}`, description: `${timeAndDay}. ${place}` },
    jsonLd: concertJsonLd(session, {
      performer: {
        name: artistName,
        accountType: group ? 'GROUP' : 'ARTIST',
        address: new URL(`/user/${artist.username}`, origin).href,
      },
      address,
      image: new URL(image.url, origin).href,
    }),
  })
}
