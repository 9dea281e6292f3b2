import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageMeta } from './page-meta.ts'
import { alternatesOf, pageMeta, publicUrlIn } from './page-meta.ts'

const PAGE = {
  title: 'Лада — Бис',
  description: 'Песни под гитару',
  path: '/user/lada',
  publicUrl: 'https://bis.example',
} satisfies PageMeta

type Tag = Record<string, unknown>

const tagsOf = (page: Partial<PageMeta> = {}) => pageMeta({ ...PAGE, ...page }) as Tag[]

const contentOf = (tags: Tag[], name: string) =>
  tags.find((tag) => tag['property'] === name || tag['name'] === name)?.['content']

const canonical = (tags: Tag[]) => tags.find(({ rel }) => rel === 'canonical')?.['href']

test('a page names its title, its words and its one whole address', () => {
  const tags = tagsOf()
  assert.equal(tags.find((tag) => 'title' in tag)?.['title'], 'Лада — Бис')
  assert.equal(contentOf(tags, 'description'), 'Песни под гитару')
  assert.equal(canonical(tags), 'https://bis.example/user/lada')
  assert.equal(contentOf(tags, 'og:url'), 'https://bis.example/user/lada')
})

test('a messenger is told the same words, in Russian, unless the page has others for it', () => {
  assert.equal(contentOf(tagsOf(), 'og:title'), 'Лада — Бис')
  assert.equal(contentOf(tagsOf(), 'og:locale'), 'ru_RU')
  const other = tagsOf({ preview: { title: 'Тихий концерт', description: 'В субботу' } })
  assert.equal(contentOf(other, 'og:title'), 'Тихий концерт')
  assert.equal(contentOf(other, 'og:description'), 'В субботу')
  assert.equal(contentOf(other, 'description'), 'Песни под гитару')
})

test('programs find an artist’s news, calendar and card by his page', () => {
  const alternates = tagsOf({ alternates: alternatesOf('lada') })
    .filter(({ rel }) => rel === 'alternate')
    .map(({ type, href }) => [type, href])
  assert.deepEqual(alternates, [
    ['application/rss+xml', 'https://bis.example/user/lada/feed.xml'],
    ['text/calendar', 'https://bis.example/user/lada.ics'],
    ['application/json+oembed', 'https://bis.example/oembed?url=/user/lada'],
  ])
  assert.ok(!tagsOf().some(({ rel }) => rel === 'alternate'))
})

test('the picture of a preview stands at a whole address, with its size and its words', () => {
  const tags = tagsOf({ image: { url: '/og/artist/lada.jpg?v=1a', alt: 'Лада' } })
  assert.equal(contentOf(tags, 'og:image'), 'https://bis.example/og/artist/lada.jpg?v=1a')
  assert.equal(contentOf(tags, 'og:image:width'), '1200')
  assert.equal(contentOf(tags, 'og:image:height'), '630')
  assert.equal(contentOf(tags, 'og:image:alt'), 'Лада')
  assert.equal(contentOf(tags, 'twitter:card'), 'summary_large_image')
})

test('a page without a picture of its own shows that of the site', () => {
  assert.equal(contentOf(tagsOf(), 'og:image'), 'https://bis.example/og/site.jpg')
})

test('a page is open to search engines unless it says otherwise', () => {
  assert.equal(contentOf(tagsOf(), 'robots'), undefined)
  assert.equal(contentOf(tagsOf({ noindex: true }), 'robots'), 'noindex')
})

test('a page that does not know where the site stands tells no half address', () => {
  const tags = tagsOf({ publicUrl: '' })
  assert.equal(canonical(tags), undefined)
  assert.equal(contentOf(tags, 'og:image'), undefined)
})

test('structured text goes with the page', () => {
  const jsonLd = { '@type': 'Person', name: 'Лада' }
  assert.deepEqual(tagsOf({ jsonLd }).at(-1), { 'script:ld+json': jsonLd })
})

test('where the site stands is read of the root, and is empty where it failed', () => {
  const root = { id: 'root', loaderData: { publicUrl: 'https://bis.example' } }
  assert.equal(publicUrlIn([root, { id: 'artist', loaderData: {} }]), 'https://bis.example')
  assert.equal(publicUrlIn([{ id: 'root', loaderData: undefined }]), '')
  assert.equal(publicUrlIn([undefined]), '')
})
