import type { MetaDescriptor } from 'react-router'
import { artistJsonLd, alternatesOf, pageMeta, artistPicture } from '#web/lib/pages/page-meta.ts'
import type { ArtistTab } from './tabs/artist-tab.ts'
import type { ArtistView } from './artist-view.ts'

const TITLES: Record<ArtistTab, string> = {
  profile: '',
  order: 'Заказ песни — ',
  afisha: 'Афиша — ',
}

/** The title of the browser's tab. */
export function pageTitle(tab: ArtistTab, name: string): string {
  return `${TITLES[tab]}${name} — Бис`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** Converts formatted text to one line of plain text, for search engines and messengers. */
export function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}

/** The metadata of an artist's page for search engines and messengers, whichever tab is open. */
export function artistMeta(
  { head, current }: Pick<ArtistView, 'head' | 'current'>,
  { tab, publicUrl }: { tab: ArtistTab; publicUrl: string },
): MetaDescriptor[] {
  const { username, name, accountType, imageUrls, links } = head
  const about = plainText(head.shortDescriptionHtml)
  const description = about === '' ? `${name}: афиша концертов и заказ песен прямо из зала` : about
  const path = `/user/${username}`
  const image = artistPicture({ username, name, imageUrl: imageUrls[0] ?? '' }, current)
  const page = { title: pageTitle(tab, name), description, path, publicUrl, image }
  if (publicUrl === '') return pageMeta(page)
  return pageMeta({
    ...page,
    type: 'profile',
    alternates: alternatesOf(username),
    preview: {
      title: current === null ? name : `${name} играет сейчас: ${current.title}`,
      description,
    },
    jsonLd: artistJsonLd({
      name,
      accountType,
      address: new URL(path, publicUrl).href,
      description: about,
      image: new URL(image.url, publicUrl).href,
      links,
    }),
  })
}
