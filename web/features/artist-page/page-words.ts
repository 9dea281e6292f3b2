import type { ArtistTab } from './artist-tab.ts'

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
