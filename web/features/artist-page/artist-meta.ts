import type { MetaDescriptor } from 'react-router'
import { artistJsonLd, alternatesOf, pageMeta, artistPicture } from '#web/lib/page-meta.ts'
import type { ArtistTab } from './artist-tab.ts'
import type { ArtistView } from './artist-view.ts'

const TITLES: Record<ArtistTab, string> = {
  profile: '',
  order: 'Заказ песни — ',
  afisha: 'Афиша — ',
}

/** What the browser's tab says. */
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

/** The words of a formatted text in one line, for the place where search engines and messengers look. */
export function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}

/** What search engines and messengers are told of an artist's page, whichever tab is open. */
export function artistMeta(
  { head, current }: Pick<ArtistView, 'head' | 'current'>,
  { tab, publicUrl }: { tab: ArtistTab; publicUrl: string },
): MetaDescriptor[] {
  const { username, name, accountType, imageUrls, links } = head
  const about = plainText(head.shortDescriptionHtml)
  const description = about === '' ? `${name}: афиша концертов и заказ песен прямо из зала` : about
  const path = `/user/${username}`
  const image = artistPicture(
    { username, name, imageUrl: imageUrls[0] ?? '' },
    current?.title ?? null,
  )
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
