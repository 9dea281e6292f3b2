import type { MetaDescriptor } from 'react-router'
import type { ArtistCard } from '#contract/shapes.ts'
import type { PreviewCard, StoryCard } from '#domain/concerts/preview-card.ts'
import { artistCard, cardVersion } from '#domain/concerts/preview-card.ts'

type JsonLdValue = string | number | boolean | null | JsonLd | readonly JsonLdValue[]

/** JSON-LD in the vocabulary of schema.org; undefined fields are dropped. */
export type JsonLd = { readonly [name: string]: JsonLdValue | undefined }

export type PageMeta = {
  /** The title of the browser's tab. */
  title: string
  description: string
  /** The canonical path, from the slash on: «/user/lada». Other addresses of the same page point search engines to it. */
  path: string
  /** The site's public address, without a slash at the end; empty where it is unknown, and then no address is written. */
  publicUrl: string
  /** The picture of a preview, 1200×630: a path of ours or a full address. Without it the site's own. */
  image?: { url: string; alt: string } | undefined
  /** The texts for messengers, in place of the title and the description. */
  preview?: { title: string; description: string } | undefined
  type?: 'website' | 'profile' | 'article'
  /** For pages that should not be found by a search. */
  noindex?: boolean
  jsonLd?: JsonLd | undefined
  /** The same content in other formats, for programs that subscribe to it: calendars and feeds. */
  alternates?: readonly Alternate[]
}

type Alternate = { type: string; path: string; title: string }

/** An artist's calendar, news feed and card for other sites, at the address of the artist's page. */
export function alternatesOf(username: string): Alternate[] {
  const path = `/user/${username}`
  return [
    { type: 'application/rss+xml', path: `${path}/feed.xml`, title: 'Новые концерты' },
    { type: 'text/calendar', path: `${path}.ics`, title: 'Календарь концертов' },
    { type: 'application/json+oembed', path: `/oembed?url=${path}`, title: 'Карточка для сайта' },
  ]
}

export const SITE_PICTURE = {
  url: '/og/site.jpg',
  alt: 'Бис: заказ песен на живых концертах',
}

const PREVIEW_WIDTH = 1200
const PREVIEW_HEIGHT = 630

/** The meta tags of a page for the browser's tab, search engines and messengers. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const { title, description, publicUrl, jsonLd } = page
  // Search engines and messengers read the first HTML alone: the browser's build leaves out what is for them. Tests have no `env`.
  if (!(import.meta.env?.SSR ?? true))
    return [
      { title },
      ...(publicUrl === '' ? [] : [linkTo(page)]),
      ...(jsonLd === undefined ? [] : [{ 'script:ld+json': {} }]),
    ]
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
  // The router escapes it, so that no user's text can close the script element that contains it.
  return jsonLd === undefined ? tags : [...tags, { 'script:ld+json': jsonLd }]
}

/** The browser's «share» takes the page's address from it. */
const linkTo = ({ path, publicUrl }: PageMeta): MetaDescriptor => ({
  tagName: 'link',
  rel: 'canonical',
  href: new URL(path, publicUrl).href,
})

function addresses(page: PageMeta): MetaDescriptor[] {
  const { path, publicUrl, image = SITE_PICTURE, alternates = [] } = page
  const picture = new URL(image.url, publicUrl).href
  return [
    linkTo(page),
    ...alternates.map(({ type, title, path: at }) => ({
      tagName: 'link' as const,
      rel: 'alternate',
      type,
      title,
      href: new URL(at, publicUrl).href,
    })),
    { property: 'og:url', content: new URL(path, publicUrl).href },
    { property: 'og:image', content: picture },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: String(PREVIEW_WIDTH) },
    { property: 'og:image:height', content: String(PREVIEW_HEIGHT) },
    { property: 'og:image:alt', content: image.alt },
  ]
}

type Match = { id: string; loaderData?: unknown } | undefined

/**
 * The site's public address, from the root of every page; for the `meta` of a page, which gets `matches`. Empty where
 * it failed to load.
 */
export function publicUrlIn(matches: readonly Match[]): string {
  const facts = matches.find((match) => match?.id === 'root')?.loaderData
  if (typeof facts !== 'object' || facts === null || !('publicUrl' in facts)) return ''
  return typeof facts.publicUrl === 'string' ? facts.publicUrl : ''
}

/** The picture of a preview, as `pageMeta` takes it. */
export type PreviewPicture = { url: string; alt: string }

/** The address of a drawn card, with its version. */
export const drawnAt = (path: string, card: PreviewCard | StoryCard) =>
  `${path}?v=${cardVersion(card)}`

export function pictureAt(path: string, card: PreviewCard): PreviewPicture {
  const words = [card.live ?? '', card.title, ...card.facts].filter((part) => part !== '')
  return { url: drawnAt(path, card), alt: words.join('. ') }
}

/** The preview picture of an artist's page; `now` is the concert that is on. `imageUrl` is the first photo's, or empty. */
export function artistPicture(
  artist: ArtistCard,
  now: Parameters<typeof artistCard>[1],
): PreviewPicture {
  if (!(import.meta.env?.SSR ?? true)) return SITE_PICTURE
  const path = `/og/artist/${encodeURIComponent(artist.username)}.jpg`
  return pictureAt(path, artistCard(artist, now))
}

/** The schema.org type of a single musician, or of several. */
const PERFORMER = { ARTIST: 'Person', GROUP: 'MusicGroup' } as const

export type Performer = {
  name: string
  accountType: keyof typeof PERFORMER
  /** The whole address of the artist's page. */
  address: string
}

/** Schema.org has no empty texts. */
export const orUndefined = (text: string) => (text === '' ? undefined : text)

export function performerOf({ name, accountType, address }: Performer): JsonLd {
  return { '@type': PERFORMER[accountType], '@id': address, name, url: address }
}

/** An artist as JSON-LD for search engines; `links` are the artist's pages elsewhere, `image` a full address. */
export function artistJsonLd(
  artist: Performer & { description: string; image: string; links: readonly string[] },
): JsonLd {
  if (!(import.meta.env?.SSR ?? true)) return {}
  return {
    '@context': 'https://schema.org',
    ...performerOf(artist),
    description: orUndefined(artist.description),
    image: artist.image,
    sameAs: artist.links.length === 0 ? undefined : artist.links,
  }
}
