import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HOSTILE } from '#test/support/inputs/hostile-words.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
const evenings: { words: string; artist: TestArtist; concertId: string }[] = []

before(async () => {
  world = await makeWorld()
  for (const words of HOSTILE) {
    const artist = await world.artist({ name: words })
    const typed = { title: words, placeName: words, address: words, description: words }
    evenings.push({ words, artist, concertId: await world.concert(artist, typed) })
  }
})
after(() => world.close())

const get = async (url: string) => (await world.app.http.inject({ url })).body

/** The text that a calendar reads from a value: the escapes of RFC 5545, 3.3.11, undone. */
const icsWords = (value: string) =>
  value.replace(/\\(.)/gu, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign))
const oneBreak = (text: string) => text.replace(/\r\n?/gu, '\n')

test('whatever is typed into a concert, its calendar has the lines of one event', async () => {
  for (const { words, artist, concertId } of evenings)
    for (const url of [
      `/user/${artist.username}/${concertId}.ics`,
      `/user/${artist.username}.ics`,
    ]) {
      const lines = (await get(url)).replaceAll('\r\n ', '').split('\r\n')
      const names = lines.map((line) => line.split(/[:;]/u)[0])
      const count = (name: string) => names.filter((one) => one === name).length
      assert.deepEqual(
        ['BEGIN', 'END', 'SUMMARY', 'LOCATION', 'DESCRIPTION', 'X-XSS', 'Set-Cookie'].map(count),
        [2, 2, 1, 1, 1, 0, 0],
        words,
      )
      assert.ok(!/[\r\n]/u.test(lines.join('')), words)
      const summary = lines.find((line) => line.startsWith('SUMMARY:')) ?? ''
      const title = oneBreak(words)
      assert.equal(oneBreak(icsWords(summary.slice('SUMMARY:'.length))), `${title} · ${title}`)
    }
})

const SIGNS: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&amp;': '&',
  '&#13;': '\r',
}
const xmlWords = (text: string) => text.replace(/&[^;\s]+;/gu, (sign) => SIGNS[sign] ?? sign)

test('whatever is typed into a concert, its feed has the elements of one entry', async () => {
  const plain = await world.artist({ name: 'Лада' })
  await world.concert(plain, { description: 'Тихо' })
  const elementsOf = (xml: string) => xml.match(/<[^>]*?[\s>]/gu)
  const expected = elementsOf(await get(`/user/${plain.username}/feed.xml`))
  for (const { words, artist } of evenings) {
    const xml = await get(`/user/${artist.username}/feed.xml`)
    assert.deepEqual(elementsOf(xml), expected, words)
    assert.deepEqual(
      xml.match(/&(?!(?:amp|lt|gt|quot|apos|#39|#13);)/gu),
      null,
      `${words}: no sign is left bare`,
    )
    const [, entry = ''] = xml.split('<item>')
    const title = /<title>([\s\S]*?)<\/title>/u.exec(entry)?.[1] ?? ''
    assert.equal(oneBreak(xmlWords(title)), oneBreak(words))
  }
})

test('whatever is typed into a concert, its pictures are drawn', async () => {
  for (const { words, artist, concertId } of evenings)
    for (const url of [`/og/artist/${artist.username}.jpg`, `/og/concert/${concertId}.jpg`]) {
      const { statusCode, headers } = await world.app.http.inject({ url })
      assert.deepEqual([statusCode, headers['content-type']], [200, 'image/jpeg'], words)
    }
})

test('whatever is typed into an address of the server, its answer does not become a part of it', async () => {
  const places = ['/embed/', '/user/', '/og/artist/', '/media/', '/sandbox-bank/pay/', '/api/v1/']
  for (const place of places)
    for (const words of HOSTILE)
      for (const end of ['', '.ics', '.jpg', '/feed.xml']) {
        const url = `${place}${encodeURIComponent(words)}${end}?q=${encodeURIComponent(words)}`
        const { body, headers, statusCode } = await world.app.http.inject({ url })
        assert.ok(statusCode >= 400 && statusCode < 500, `${url}: ${statusCode}`)
        assert.equal(headers['set-cookie'], undefined, url)
        if (headers['content-type']?.includes('json') === false)
          assert.doesNotMatch(body, /<(script>|img|svg|iframe|form)|__xss/u, url)
      }
})
