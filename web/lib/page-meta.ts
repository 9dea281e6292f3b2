import type { MetaDescriptor } from 'react-router'
import type { ArtistCard, Session } from '#contract/shapes.ts'
import type { PreviewCard } from '#domain/concerts/preview-card.ts'
import { artistCard, cardVersion, concertCard } from '#domain/concerts/preview-card.ts'

type JsonLdValue = string | number | boolean | null | JsonLd | readonly JsonLdValue[]

/** Structured text in the words of schema.org; what is undefined is not there. */
export type JsonLd = { readonly [name: string]: JsonLdValue | undefined }

export type PageMeta = {
  /** What the browser's tab says. */
  title: string
  description: string
  /** The page's one address, from the slash on: «/user/lada». Others of the same page lead search engines to it. */
  path: string
  /** Where the site stands, without a slash at the end; empty where it is unknown, and then no address is given. */
  publicUrl: string
  /** The picture of a preview, 1200×630: a path of ours or a whole address. Without it the site's own. */
  image?: { url: string; alt: string } | undefined
  /** What a messenger says instead of the title and the description. */
  preview?: { title: string; description: string } | undefined
  type?: 'website' | 'profile' | 'article'
  /** For pages that nobody should come to from a search. */
  noindex?: boolean
  jsonLd?: JsonLd | undefined
  /** The same in other forms, for programs that follow it: calendars and feeds. */
  alternates?: readonly Alternate[]
}

type Alternate = { type: string; path: string; title: string }

/** An artist's calendar and news, at his page's own address. */
export function alternatesOf(username: string): Alternate[] {
  const path = `/user/${username}`
  return [
    { type: 'application/rss+xml', path: `${path}/feed.xml`, title: 'Новые концерты' },
    { type: 'text/calendar', path: `${path}.ics`, title: 'Календарь концертов' },
  ]
}

const SITE_PICTURE = {
  url: '/og/site.jpg',
  alt: 'Бис: заказ песен на живых концертах',
}

const PREVIEW_WIDTH = 1200
const PREVIEW_HEIGHT = 630

/** What the browser's tab, search engines and messengers are told of a page. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const { title, description, publicUrl, jsonLd } = page
  const preview = page.preview ?? { title, description }
  const tags: MetaDescriptor[] = [
    { title },
    { name: 'description', content: description },
    ...(page.noindex === true ? [{ name: 'robots', content: 'noindex' }] : []),
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:locale', content: 'ru_RU' },
    { property: 'og:site_name', content: 'Бис' },
    { property: 'og:title', content: preview.title },
    { property: 'og:description', content: preview.description },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(publicUrl === '' ? [] : addresses(page)),
  ]
  // The router writes it so that no text of a stranger can end the script that holds it.
  return jsonLd === undefined ? tags : [...tags, { 'script:ld+json': jsonLd }]
}

function addresses(page: PageMeta): MetaDescriptor[] {
  const { path, publicUrl, image = SITE_PICTURE, alternates = [] } = page
  const address = new URL(path, publicUrl).href
  const picture = new URL(image.url, publicUrl).href
  return [
    { tagName: 'link', rel: 'canonical', href: address },
    ...alternates.map(({ type, title, path: at }) => ({
      tagName: 'link' as const,
      rel: 'alternate',
      type,
      title,
      href: new URL(at, publicUrl).href,
    })),
    { property: 'og:url', content: address },
    { property: 'og:image', content: picture },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: String(PREVIEW_WIDTH) },
    { property: 'og:image:height', content: String(PREVIEW_HEIGHT) },
    { property: 'og:image:alt', content: image.alt },
  ]
}

type Match = { id: string; loaderData?: unknown } | undefined

/** Where the site stands, from the root of every page; for the `meta` of a page, which gets `matches`. Empty where it failed to load. */
export function publicUrlIn(matches: readonly Match[]): string {
  const facts = matches.find((match) => match?.id === 'root')?.loaderData
  if (typeof facts !== 'object' || facts === null || !('publicUrl' in facts)) return ''
  return typeof facts.publicUrl === 'string' ? facts.publicUrl : ''
}

/** What `pageMeta` takes for the picture of a preview. */
type PreviewPicture = { url: string; alt: string }

function pictureAt(path: string, card: PreviewCard): PreviewPicture {
  const words = [card.live ?? '', card.title, ...card.facts].filter((part) => part !== '')
  return { url: `${path}?v=${cardVersion(card)}`, alt: words.join('. ') }
}

/** Of an artist's page; `nowPlaying` is the title of the concert that is on. `imageUrl` is the first photo's, or empty. */
export function artistPicture(artist: ArtistCard, nowPlaying: string | null): PreviewPicture {
  const path = `/og/artist/${encodeURIComponent(artist.username)}.jpg`
  return pictureAt(path, artistCard(artist, nowPlaying))
}

type PicturedConcert = Pick<
  Session,
  'id' | 'title' | 'dateTimeStart' | 'sessionStatus' | 'artist'
> & { location: Pick<Session['location'], 'name' | 'city' | 'timeZone'> }

/** Of a concert's pages. */
export function concertPicture(session: PicturedConcert): PreviewPicture {
  const { id, title, location, artist } = session
  const card = concertCard(
    {
      title,
      startsAt: new Date(session.dateTimeStart),
      timeZone: location.timeZone,
      placeName: location.name,
      city: location.city,
      live: session.sessionStatus === 'NOW',
    },
    artist,
  )
  return pictureAt(`/og/concert/${id}.jpg`, card)
}
