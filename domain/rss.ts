export type FeedEntry = {
  readonly title: string
  /** Its page, which names it for ever. */
  readonly url: string
  readonly publishedAt: Date
  /** Plain text. */
  readonly about: string
}

export type Feed = {
  readonly title: string
  readonly about: string
  /** The page whose news it tells. */
  readonly url: string
  /** Its own address. */
  readonly selfUrl: string
  /** When anything in it changed last. */
  readonly changedAt: Date
  /** Newest first. */
  readonly entries: readonly FeedEntry[]
}

/** Minutes after which a reader may ask again. */
const TTL_MINUTES = 60

/** The text of an RSS 2.0 feed. */
export function rssText(feed: Feed): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    element('title', feed.title),
    element('link', feed.url),
    element('description', feed.about),
    element('language', 'ru'),
    `<atom:link href="${xmlEscaped(feed.selfUrl)}" rel="self" type="application/rss+xml"/>`,
    element('lastBuildDate', feed.changedAt.toUTCString()),
    element('ttl', String(TTL_MINUTES)),
    ...feed.entries.flatMap((entry) => [
      '<item>',
      element('title', entry.title),
      element('link', entry.url),
      `<guid isPermaLink="true">${xmlEscaped(entry.url)}</guid>`,
      element('pubDate', entry.publishedAt.toUTCString()),
      element('description', entry.about),
      '</item>',
    ]),
    '</channel>',
    '</rss>',
  ]
  return `${lines.join('\n')}\n`
}

function element(name: string, text: string): string {
  return `<${name}>${xmlEscaped(text)}</${name}>`
}

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** A text inside XML 1.0: signs that steer, and those that no document may hold, never come through. */
export function xmlEscaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[&<>"']/gu, (sign) => NAMED[sign] ?? '')
}
