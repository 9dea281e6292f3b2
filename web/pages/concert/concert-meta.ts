import type { ConcertView } from './concert-view.ts'

type Tag = Record<string, string>

export type MetaOf = Pick<ConcertView, 'artistName'> & {
  session: Pick<ConcertView['session'], 'title' | 'timeAndDay' | 'artist'> & {
    location: Pick<ConcertView['session']['location'], 'name' | 'city'>
  }
  /** The whole address of the concert's main page. */
  address: string
}

/** The title of the page, and what a messenger shows of a link to it: what, when and where. */
export function concertMeta({ session, artistName, address }: MetaOf): Tag[] {
  const { title, timeAndDay, location, artist } = session
  const place = [location.name, location.city].filter((part) => part !== '').join(', ')
  const about = `${title}. ${timeAndDay}. ${place}`
  const picture = previewPicture(artist.imageUrl, address)
  return [
    { title: `Concert ${artistName}` },
    { name: 'description', content: about },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: 'ru_RU' },
    { property: 'og:site_name', content: 'Бис' },
    { property: 'og:title', content: `${title} — ${artistName}` },
    { property: 'og:description', content: `${timeAndDay}. ${place}` },
    { property: 'og:url', content: address },
    ...picture,
  ]
}

/** Messengers read a JPEG at a whole address; drawings they do not show. */
function previewPicture(imageUrl: string, address: string): Tag[] {
  const own = /^\/media\/[\w-]+-1200\.webp$/u.test(imageUrl)
  if (!own && !/^https?:/iu.test(imageUrl)) return [{ name: 'twitter:card', content: 'summary' }]
  const path = own ? imageUrl.replace(/webp$/u, 'jpg') : imageUrl
  return [
    { property: 'og:image', content: new URL(path, address).href },
    ...(own
      ? [
          { property: 'og:image:width', content: '1200' },
          { property: 'og:image:height', content: '600' },
        ]
      : []),
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
