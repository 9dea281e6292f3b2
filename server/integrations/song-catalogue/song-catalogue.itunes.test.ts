import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { itunesCatalogue } from './song-catalogue.itunes.ts'

const song = (trackName: unknown, artistName: unknown, kind = 'song') => ({
  wrapperType: 'track',
  kind,
  trackName,
  artistName,
  artworkUrl100: 'https://pictures.example/100.jpg',
})
const results = (...songs: unknown[]) =>
  JSON.stringify({ resultCount: songs.length, results: songs })

type Answer = (reply: ServerResponse) => void
let answer: Answer
let asked = new URL('http://nobody/')
const shop = createServer((request, reply) => {
  asked = new URL(request.url ?? '', 'http://shop')
  answer(reply)
})
let url = ''
before(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
})
after(() => {
  shop.closeAllConnections()
  shop.close()
})

function find(input: string, signal = new AbortController().signal, from = url) {
  return itunesCatalogue({ url: from }).find(input, { signal })
}
const textAnswer = (text: string): Answer => {
  return (reply) => reply.setHeader('content-type', 'text/javascript').end(text)
}

describe('the catalogue of iTunes', () => {
  test('is asked for songs in the shop of Russia', async () => {
    answer = textAnswer(results())
    await find(`звезда & «кино»${'!'.repeat(200)}`)
    assert.equal(asked.pathname, '/search')
    assert.deepEqual(Object.fromEntries(asked.searchParams), {
      term: `звезда & «кино»${'!'.repeat(85)}`,
      country: 'RU',
      media: 'music',
      entity: 'song',
      limit: '25',
    })
  })

  test('gives titles and performers tidied and nothing else, without what no song may be', async () => {
    answer = textAnswer(
      results(
        song(' Медленная  звезда ', 'Хор'),
        song('Клип', 'Хор', 'music-video'),
        song('я'.repeat(121), 'Хор'),
        song('обман\u202Eка', 'Хор'),
        song(7, 'Хор'),
        song('Без имени', undefined),
        null,
        'песня',
      ),
    )
    assert.deepEqual(await find('звезда'), [{ title: 'Медленная звезда', artistName: 'Хор' }])
  })

  test('gives no more songs than it was asked for', async () => {
    answer = textAnswer(
      results(...Array.from({ length: 100 }, (_, at) => song(`Песня ${at}`, 'Хор'))),
    )
    assert.equal((await find('песня')).length, 25)
  })

  for (const [what, how] of [
    ['breaks off', (reply) => reply.write('{"results": [', () => reply.destroy())],
    ['is no JSON', textAnswer('<html>')],
    ['is of another shape', textAnswer('{"results": {"0": 1}}')],
    ['is null', textAnswer('null')],
    ['refuses', (reply) => reply.writeHead(403).end()],
    ['leads elsewhere', (reply) => reply.writeHead(302, { location: '/other' }).end()],
    ['is huge', textAnswer(`{"results": [], "more": "${'x'.repeat(300_000)}"}`)],
    ['never ends', endless],
  ] as [string, Answer][])
    test(`fails where its answer ${what}`, async () => {
      answer = how
      await assert.rejects(find('звезда'))
    })

  test('fails where nobody answers at that address', async () => {
    await assert.rejects(find('звезда', undefined, 'http://127.0.0.1:9'))
  })

  test('is left as soon as nobody waits, also in the middle of an answer', async () => {
    const key = new AbortController()
    answer = (reply) => reply.write('{"results": [', () => key.abort())
    await assert.rejects(find('звезда', key.signal), { name: 'AbortError' })
  })
})

/** Writes until the connection is closed. */
function endless(reply: ServerResponse): void {
  const more = () => {
    if (!reply.destroyed) reply.write('x'.repeat(10_000), () => setImmediate(more))
  }
  more()
}
