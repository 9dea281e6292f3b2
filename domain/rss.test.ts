import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/fast-check.ts'
import { rssText, xmlEscaped } from './rss.ts'

const AT = new Date('2026-11-21T18:00:00.000Z')

describe('a feed', () => {
  test('tells where it stands, when it changed and what is new', () => {
    const text = rssText({
      title: 'Лада: концерты',
      about: 'Новости',
      url: 'https://bis.example/user/lada',
      selfUrl: 'https://bis.example/user/lada/feed.xml',
      changedAt: AT,
      entries: [{ title: 'Вечер', url: 'https://bis.example/1', publishedAt: AT, about: 'Бар' }],
    })
    assert.equal(
      text,
      `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>Лада: концерты</title>
<link>https://bis.example/user/lada</link>
<description>Новости</description>
<language>ru</language>
<atom:link href="https://bis.example/user/lada/feed.xml" rel="self" type="application/rss+xml"/>
<lastBuildDate>Sat, 21 Nov 2026 18:00:00 GMT</lastBuildDate>
<ttl>60</ttl>
<item>
<title>Вечер</title>
<link>https://bis.example/1</link>
<guid isPermaLink="true">https://bis.example/1</guid>
<pubDate>Sat, 21 Nov 2026 18:00:00 GMT</pubDate>
<description>Бар</description>
</item>
</channel>
</rss>
`,
    )
  })

  test('lets no text become a tag, an attribute or a sign that XML refuses', () => {
    assert.equal(
      xmlEscaped(`<b a="1" c='2'>&\u0000\u0008</b>`),
      '&lt;b a=&quot;1&quot; c=&apos;2&apos;&gt;&amp;&lt;/b&gt;',
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const safe = xmlEscaped(text)
        assert.doesNotMatch(safe, /[<>"']|&(?!amp;|lt;|gt;|quot;|apos;)/u)
        assert.doesNotMatch(safe, /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/u)
        assert.ok(safe.isWellFormed())
      }),
    )
  })
})
