import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { MAX_PHOTOS, photoLink } from '#domain/accounts/photo.ts'
import { HOUR_MS } from '#domain/time.ts'
import { sweepPhotos } from '#server/modules/files/files.service.ts'
import { filesDown } from '#server/integrations/storage/files.ts'
import type { Files } from '#server/integrations/storage/files.ts'
import { filesOf, photo, photosOf, sendForm, upload } from '#test/support/photos.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

const NOBODY = '0123456789abcdef0123456789abcdef'

let world: World
let jpeg: Uint8Array

before(async () => {
  world = await makeWorld()
  jpeg = await photo(60, 30).jpeg().toBuffer()
})
after(() => world.close())

async function uploaded(of: TestArtist, at: World = world): Promise<string> {
  const { status, link, failure } = await upload(at, of, jpeg)
  assert.equal(status, 201, JSON.stringify(failure))
  return link
}

const nameOf = (link: string) => link.split('/').at(-1) ?? ''

/** Inserts that many photos without their files. */
async function given(of: TestArtist, many: number): Promise<void> {
  for (let left = many; left > 0; left--)
    await world.sql
      .insertInto('photos')
      .values({
        id: crypto.randomUUID().replaceAll('-', ''),
        artistId: of.id,
        state: 'KEPT',
        bytes: 1,
        createdAt: world.now(),
        changedAt: world.now(),
      })
      .execute()
}

function remove(of: TestArtist, link: string, at: World = world) {
  return at.call(api.file.deletePhoto, { query: { fileName: nameOf(link) } }, of)
}

describe('an artist’s photos', () => {
  test('stand in the order in which they came, on the own settings and on the page', async () => {
    const artist = await world.artist()
    const links = [await uploaded(artist), await uploaded(artist)]
    assert.deepEqual(await photosOf(world, artist), links)
    const query = { artistUsername: artist.username }
    const { artistInfoDTO } = await world.ok(api.page.getInfo, { query })
    assert.deepEqual(artistInfoDTO.imageUrls, links)
    assert.equal(artistInfoDTO.imageUrl, links[0])
  })

  test('that come together are all kept', async () => {
    const artist = await world.artist()
    const links = await Promise.all(Array.from({ length: 5 }, () => uploaded(artist)))
    assert.deepEqual((await photosOf(world, artist)).toSorted(), links.toSorted())
  })

  test('are twenty at most, also when the last ones come together', async () => {
    const artist = await world.artist()
    await given(artist, MAX_PHOTOS - 2)
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(world, artist, jpeg)))
    const codes = answers.map(({ status, failure }) => `${status} ${failure.code ?? ''}`)
    const no = '409 PHOTO_LIMIT'
    assert.deepEqual(codes.toSorted(), ['201 ', '201 ', no, no, no])
    const late = await upload(world, artist, jpeg)
    assert.equal(late.failure.message, 'У вас уже 20 фото. Удалите одно, чтобы добавить новое.')
    assert.equal((await photosOf(world, artist)).length, 2)
    await remove(artist, (await photosOf(world, artist))[0] ?? '')
    await uploaded(artist)
  })

  test('are one where its upload comes again under its key, also when no other would fit', async () => {
    const [artist, other] = [await world.artist(), await world.artist()]
    const send = (of: TestArtist) => sendForm(world, of, [{ bytes: jpeg }], 'key-of-one-crop')
    await given(artist, MAX_PHOTOS - 1)
    const { link } = await send(artist)
    const again = await send(artist)
    assert.deepEqual([again.status, again.link], [201, link])
    assert.deepEqual(await photosOf(world, artist), [link])
    // Deleted on another device before the repeat.
    await remove(artist, link)
    const { link: anew } = await send(artist)
    assert.deepEqual(await photosOf(world, artist), [anew])
    const together = await Promise.all([send(other), send(other)])
    const links = await photosOf(world, other)
    assert.equal(links.length, 1)
    for (const sent of together) assert.equal(sent.link, links[0])
    const rows = world.sql.selectFrom('photos').select('id').where('artistId', '=', other.id)
    assert.equal((await rows.execute()).length, 1)
  })

  test('come sixty times an hour, whatever becomes of them', async () => {
    const artist = await world.artist()
    for (let left = 60; left > 0; left--)
      assert.equal((await upload(world, artist, new Uint8Array([1]))).status, 415)
    const { status, failure, headers } = await upload(world, artist, jpeg)
    assert.deepEqual([status, failure.code], [429, 'TOO_MANY'])
    assert.ok('retry-after' in headers)
    await uploaded(await world.artist())
  })

  test('that come in a crowd are refused with a time to come again, and nobody is lost', async () => {
    const artist = await world.artist()
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(world, artist, jpeg)))
    const taken = answers.filter(({ status }) => status === 201)
    const sent = answers.filter(({ status }) => status === 503)
    assert.equal(taken.length + sent.length, 20)
    assert.ok(taken.length >= 2 && sent.length > 0, `${taken.length} taken`)
    for (const { failure, headers } of sent) {
      assert.equal(failure.code, 'OVERLOADED')
      assert.ok('retry-after' in headers)
    }
    assert.equal((await photosOf(world, artist)).length, taken.length)
  })
})

describe('a photo that is deleted', () => {
  test('leaves the page, and every file of it goes', async () => {
    const artist = await world.artist()
    const [first, second] = [await uploaded(artist), await uploaded(artist)]
    assert.equal((await remove(artist, first)).data, true)
    assert.deepEqual(await photosOf(world, artist), [second])
    assert.equal((await filesOf(world, first)).size, 0)
    assert.equal((await filesOf(world, second)).size, 7)
    const left = world.sql.selectFrom('photos').select('id').where('artistId', '=', artist.id)
    assert.equal((await left.execute()).length, 1)
  })

  test('is not deleted twice', async () => {
    const artist = await world.artist()
    const link = await uploaded(artist)
    const answers = await Promise.all([remove(artist, link), remove(artist, link)])
    assert.deepEqual(answers.map(({ status }) => `${status}`).toSorted(), ['200', '404'])
  })

  test('is one’s own: another artist’s is not found, and stays', async () => {
    const [owner, other] = [await world.artist(), await world.artist()]
    const link = await uploaded(owner)
    const { status, failure } = await remove(other, link)
    assert.deepEqual([status, failure.code], [404, 'NOT_FOUND'])
    assert.equal(failure.message, 'Такого фото нет')
    assert.deepEqual(await photosOf(world, owner), [link])
    assert.equal((await filesOf(world, link)).size, 7)
  })

  test('is named by the last part of its link, and by nothing else', async () => {
    const artist = await world.artist()
    const link = await uploaded(artist)
    const names = [
      link,
      `../${nameOf(link)}`,
      nameOf(link).replace('1200', '480'),
      NOBODY,
      '%',
      '..',
    ]
    for (const fileName of names) {
      const { status } = await world.call(api.file.deletePhoto, { query: { fileName } }, artist)
      assert.equal(status, 404, fileName)
    }
    assert.deepEqual(await photosOf(world, artist), [link])
  })

  test('may be a picture that is kept elsewhere: only its link goes', async () => {
    const elsewhere = 'https://elsewhere.example/a/photo.jpg'
    const artist = await world.artist({ imageUrls: [elsewhere] })
    assert.equal((await remove(artist, elsewhere)).status, 200)
    assert.deepEqual(await photosOf(world, artist), [])
  })

  test('is only for who is logged in', async () => {
    const link = await uploaded(await world.artist())
    const query = { fileName: nameOf(link) }
    await world.refused('NO_TOKEN', api.file.deletePhoto, { query })
    assert.equal((await filesOf(world, link)).size, 7)
  })
})

describe('a file of a photo', () => {
  test('is shown as what it is, for ever, and acts in nobody’s name', async () => {
    const link = await uploaded(await world.artist())
    const { headers, rawPayload } = await world.app.http.inject({ url: link })
    const { 'content-length': size, 'content-security-policy': policy } = headers
    assert.equal(headers['content-type'], 'image/webp')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['content-disposition'], `inline; filename="${nameOf(link)}"`)
    assert.equal(Number(size), rawPayload.length)
    assert.match(String(policy), /default-src 'none'.*sandbox/u)
    const types = [...(await filesOf(world, link)).keys()].map(async (end) => {
      const url = link.replace('1200.webp', end)
      return (await world.app.http.inject({ url })).headers['content-type']
    })
    assert.deepEqual(
      new Set(await Promise.all(types)),
      new Set(['image/avif', 'image/webp', 'image/jpeg']),
    )
  })

  test('may be asked for without its bytes', async () => {
    const link = await uploaded(await world.artist())
    const { statusCode, headers, body } = await world.app.http.inject({ method: 'HEAD', url: link })
    assert.deepEqual([statusCode, headers['content-type'], body], [200, 'image/webp', ''])
  })

  test('is 404 under every other name', async () => {
    const link = await uploaded(await world.artist())
    for (const name of [
      photoLink(NOBODY),
      link.replace('1200', '640'),
      link.replace('webp', 'png'),
      link.replace('webp', 'webp.part'),
      link.toUpperCase().replace('MEDIA', 'media'),
      `${link}%00`,
      `${link}.`,
      '/media/..',
      '/media/%2e%2e',
      '/media/..%2f..%2fpackage.json',
      '/media/..%5c..%5cpackage.json',
      '/media/%2fetc%2fpasswd',
      '/media/constructor',
      '/media/-',
      '/media/ ',
      `/media/${'a'.repeat(150)}`,
    ]) {
      const { statusCode, headers } = await world.app.http.inject({ url: name })
      assert.equal(statusCode, 404, name)
      assert.doesNotMatch(String(headers['cache-control']), /immutable/u, name)
    }
  })

  test('has a link that is told to anybody, while it is kept', async () => {
    const artist = await world.artist()
    const link = await uploaded(artist)
    const name = nameOf(link).replace('1200.webp', '480.avif')
    const ask = () => world.call(api.file.getLink, { query: { name } })
    assert.deepEqual((await ask()).data, { link: `/media/${name}` })
    await remove(artist, link)
    assert.equal((await ask()).status, 404)
    await world.refused('NOT_FOUND', api.file.getLink, { query: { name: '../secret' } })
  })
})

describe('when the storage of photos fails', () => {
  let own: World
  let broken: ((call: keyof Files, count: number) => boolean) | null = null
  let times = 0
  const kept = new Map<string, Uint8Array>()

  /** Makes the calls fail for which `when` is true. */
  function breaks(when: typeof broken): void {
    times = 0
    broken = when
  }

  function check(call: keyof Files): void {
    times++
    if (broken?.(call, times) === true) throw filesDown()
  }

  const files: Files = {
    async put(name, bytes) {
      check('put')
      kept.set(name, bytes)
    },
    async get(name) {
      check('get')
      return kept.get(name) ?? null
    },
    async remove(name) {
      check('remove')
      kept.delete(name)
    },
  }

  before(async () => {
    own = await makeWorld({ files })
  })
  beforeEach(() => breaks(null))
  after(() => own.close())

  test('an upload is refused in words and leaves nothing, at whichever file it fails', async () => {
    const artist = await own.artist()
    for (let fatal = 1; fatal <= 7; fatal++) {
      breaks((_, count) => count === fatal)
      const { status, failure, headers } = await upload(own, artist, jpeg)
      assert.deepEqual([status, failure.code], [503, 'FILES_DOWN'])
      assert.equal(
        failure.message,
        'Хранилище фотографий сейчас недоступно. Попробуйте ещё раз чуть позже.',
      )
      assert.ok('retry-after' in headers)
      assert.deepEqual(await photosOf(own, artist), [])
      assert.equal(kept.size, 0)
      assert.deepEqual(await own.sql.selectFrom('photos').selectAll().execute(), [])
    }
    breaks(null)
    const link = await uploaded(artist, own)
    assert.deepEqual(await photosOf(own, artist), [link])
    await remove(artist, link, own)
  })

  test('a photo that is deleted is gone for everybody, and its files go with the next sweep', async () => {
    const artist = await own.artist()
    const link = await uploaded(artist, own)
    breaks((call) => call === 'remove')
    assert.equal((await remove(artist, link, own)).status, 200)
    assert.deepEqual(await photosOf(own, artist), [])
    assert.equal(kept.size, 7)
    breaks(null)
    await sweepPhotos(own.app.ctx)
    assert.equal(kept.size, 0)
    assert.deepEqual(await own.sql.selectFrom('photos').selectAll().execute(), [])
  })

  test('a page that shows the photo is told in words', async () => {
    const link = await uploaded(await own.artist(), own)
    breaks((call) => call === 'get')
    const answer = await own.app.http.inject({ url: link })
    assert.deepEqual([answer.statusCode, answer.json().code], [503, 'FILES_DOWN'])
    assert.equal(answer.headers['cache-control'], 'no-store')
  })

  test('what a crash left of an upload is removed after an hour, and a kept photo is not', async () => {
    const artist = await world.artist()
    const link = await uploaded(artist)
    const lost = { id: NOBODY, artistId: artist.id, state: 'LOADING', bytes: 9 } as const
    await world.sql
      .insertInto('photos')
      .values({ ...lost, createdAt: world.now(), changedAt: world.now() })
      .execute()
    await world.files.put(`${NOBODY}-480.webp`, jpeg, 'image/webp')
    await sweepPhotos(world.app.ctx)
    assert.notEqual(await world.files.get(`${NOBODY}-480.webp`), null)
    world.advance(HOUR_MS + 1)
    await sweepPhotos(world.app.ctx)
    assert.equal(await world.files.get(`${NOBODY}-480.webp`), null)
    assert.equal((await filesOf(world, link)).size, 7)
    const rows = await world.sql
      .selectFrom('photos')
      .select('state')
      .where('artistId', '=', artist.id)
      .execute()
    assert.deepEqual(rows, [{ state: 'KEPT' }])
  })
})
