import assert from 'node:assert/strict'
import { test } from 'node:test'
import { artistMeta, pageTitle, plainText } from './artist-meta.ts'
import { ARTIST_HEAD } from './artist-view.fixture.ts'

test('a description for search engines is the text without its tags', () => {
  assert.equal(
    plainText('<p>Рок &amp; ролл</p>\n<ul><li>&lt;громко&gt;</li></ul>'),
    'Рок & ролл <громко>',
  )
})

test('the title of the page names the tab and the artist', () => {
  assert.equal(pageTitle('profile', 'Третья парадная'), 'Третья парадная — Бис')
  assert.equal(pageTitle('order', 'Третья парадная'), 'Заказ песни — Третья парадная — Бис')
})

const HEAD = {
  ...ARTIST_HEAD,
  shortDescriptionHtml: 'Песни <b>под гитару</b> &amp; рояль',
  links: ['https://vk.com/lada'],
}

const CURRENT = { id: '1', title: 'Тихий концерт', active: true, open: true, queue: [] }

const meta = (
  tab: 'profile' | 'order' | 'afisha' = 'profile',
  current: typeof CURRENT | null = null,
  publicUrl = 'https://bis.example',
) => artistMeta({ head: HEAD, current }, { tab, publicUrl }) as Record<string, unknown>[]

const contentOf = (tags: ReturnType<typeof meta>, name: string) =>
  tags.find((tag) => tag['property'] === name || tag['name'] === name)?.['content']

test('the words about an artist come without their formatting', () => {
  assert.equal(contentOf(meta(), 'description'), 'Песни под гитару & рояль')
})

test('every tab has its title and leads search engines to the same page', () => {
  const titles = (['profile', 'order', 'afisha'] as const).map((tab) => {
    const tags = meta(tab)
    const { href } = tags.find(({ rel }) => rel === 'canonical') ?? {}
    assert.equal(href, 'https://bis.example/user/lada')
    return tags.find((tag) => 'title' in tag)?.['title']
  })
  assert.equal(new Set(titles).size, 3)
})

test('a link to a musician who plays now says so and shows it', () => {
  const live = meta('order', CURRENT)
  assert.equal(contentOf(live, 'og:title'), 'Лада играет сейчас: Тихий концерт')
  assert.notEqual(contentOf(live, 'og:image'), contentOf(meta(), 'og:image'))
})

test('search engines read who it is and where else', () => {
  const [artist] = meta().flatMap((tag) => ('script:ld+json' in tag ? [tag['script:ld+json']] : []))
  const { sameAs, url } = artist as Record<string, unknown>
  assert.deepEqual(sameAs, ['https://vk.com/lada'])
  assert.equal(url, 'https://bis.example/user/lada')
})

test('a page that does not know where the site stands still has its words', () => {
  assert.equal(contentOf(meta('profile', null, ''), 'og:title'), 'Лада — Бис')
})
