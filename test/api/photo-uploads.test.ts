import assert from 'node:assert/strict'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import type { RefusalCode } from '#domain/refusal.ts'
import { eventually } from '#test/support/eventually.ts'
import {
  filesOf,
  hugePng,
  photo,
  photosOf,
  sendBody,
  sendForm,
  upload,
} from '#test/support/photos.ts'
import type { Uploaded } from '#test/support/photos.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
let artist: TestArtist

before(async () => {
  world = await makeWorld()
  artist = await world.artist()
})
after(() => world.close())

/** A refused upload leaves neither a photo nor a row nor a file. */
async function refused(status: number, code: RefusalCode, sent: Promise<Uploaded>): Promise<void> {
  const answer = await sent
  assert.equal(answer.failure.code, code, JSON.stringify(answer))
  assert.equal(answer.status, status)
  assert.match(answer.failure.message, /^[А-Я][^a-z]*(JPEG|PNG|WebP|iPhone|[^a-z])*$/u)
  assert.ok(answer.failure.fields?.['file'], 'the sentence stands at the field')
  assert.deepEqual(await photosOf(world, artist), [])
  assert.deepEqual(await world.sql.selectFrom('photos').selectAll().execute(), [])
}

const notImage = (bytes: Uint8Array, part = {}) =>
  refused(415, 'FILE_NOT_IMAGE', upload(world, artist, bytes, part))

describe('a file that is no photo is refused', () => {
  test('an SVG, whatever it calls itself', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    )
    await notImage(svg, { name: 'photo.svg', type: 'image/svg+xml' })
    await notImage(svg, { name: 'photo.jpg', type: 'image/jpeg' })
    await notImage(Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), svg]))
  })

  test('formats that the decoder knows and pages do not take', async () => {
    await notImage(await photo().gif().toBuffer(), { name: 'photo.jpg' })
    await notImage(await photo().tiff().toBuffer())
    await notImage(await photo(64, 64).avif().toBuffer())
  })

  test('a HEIC of an iPhone, with its reason', async () => {
    const bytes = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
    await notImage(bytes, { name: 'IMG_0001.HEIC', type: 'image/heic' })
    const { failure } = await upload(world, artist, bytes)
    assert.match(failure.message, /^Это HEIC.*«Наиболее совместимые»\.$/u)
  })

  test('a page of HTML under the name of a photo', async () => {
    await notImage(Buffer.from('<!doctype html><script>alert(1)</script>'), { name: 'photo.jpg' })
  })

  test('the first bytes of a photo with nothing behind them', async () => {
    await notImage(Buffer.from('ffd8ffe000104a464946000101', 'hex'))
    await notImage(Buffer.from('89504e470d0a1a0a', 'hex'))
    await notImage(Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'))
  })

  test('a JPEG, a PNG and a WebP that break off', async () => {
    for (const whole of [
      await photo().jpeg().toBuffer(),
      await photo().png().toBuffer(),
      await photo().webp().toBuffer(),
    ])
      await notImage(whole.subarray(0, whole.length / 2))
  })
})

describe('a file that is too large is refused', () => {
  test('a PNG of 900 megapixels in a hundred kilobytes', async () => {
    const bomb = await hugePng(30_000)
    assert.ok(bomb.length < 200_000)
    await refused(413, 'FILE_TOO_LARGE', upload(world, artist, bomb))
  })

  test('one pixel past 40 megapixels', async () => {
    const wide = await sharp({
      create: { width: 8001, height: 5000, channels: 3, background: '#345' },
    })
      .png({ compressionLevel: 1 })
      .toBuffer()
    await refused(413, 'FILE_TOO_LARGE', upload(world, artist, wide))
  })

  test('a picture that would be held whole in three hundred megabytes', async () => {
    const heavy = await sharp({
      create: { width: 8000, height: 5000, channels: 4, background: '#345' },
    })
      .toColourspace('rgb16')
      .png({ progressive: true, compressionLevel: 1 })
      .toBuffer()
    await refused(413, 'FILE_TOO_LARGE', upload(world, artist, heavy))
  })

  test('eleven megabytes, and one byte past ten', async () => {
    const small = await photo().jpeg().toBuffer()
    for (const size of [11 * 1024 * 1024, 10 * 1024 * 1024 + 1])
      await refused(
        413,
        'FILE_TOO_LARGE',
        upload(world, artist, Buffer.concat([small, Buffer.alloc(size - small.length)])),
      )
  })
})

describe('a form that is another one is refused', () => {
  const asked = (sent: Promise<Uploaded>) => refused(400, 'VALIDATION', sent)

  test('without a file', async () => {
    await asked(sendForm(world, artist, []))
    await asked(sendForm(world, artist, [{ bytes: 'text in place of a file' }]))
  })

  test('with a file of no bytes', async () => {
    await asked(upload(world, artist, new Uint8Array()))
  })

  test('with the file in another field', async () => {
    await asked(upload(world, artist, await photo().jpeg().toBuffer(), { field: 'photo' }))
    await asked(upload(world, artist, await photo().jpeg().toBuffer(), { field: '__proto__' }))
  })

  test('with two files, or something beside the one', async () => {
    const bytes = await photo().jpeg().toBuffer()
    await asked(sendForm(world, artist, [{ bytes }, { bytes }]))
    await asked(sendForm(world, artist, [{ bytes }, { bytes }, { bytes }]))
    await asked(sendForm(world, artist, [{ bytes }, { field: 'title', bytes: 'Концерт' }]))
  })

  test('that breaks off, or says of itself what it is not', async () => {
    const half = Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nab',
    )
    await asked(sendBody(world, artist, 'multipart/form-data; boundary=x', half))
    await asked(sendBody(world, artist, 'multipart/form-data', half))
    await asked(sendBody(world, artist, 'multipart/form-data; boundary=y', half))
    await asked(sendBody(world, artist, 'multipart/form-data; boundary=x', Buffer.alloc(0)))
  })

  test('and a body that is no form gets 415', async () => {
    const answer = await sendBody(world, artist, 'application/json', Buffer.from('{"file":"x"}'))
    assert.deepEqual([answer.status, answer.failure.code], [415, 'WRONG_TYPE'])
  })

  test('and a stranger is asked to log in before a byte is read', async () => {
    const nobody = { ...artist, token: 'nobody' }
    const { status, failure } = await upload(world, nobody, await photo().jpeg().toBuffer())
    assert.deepEqual([status, failure.code], [401, 'NO_TOKEN'])
  })
})

test('a crowd that goes away in the middle of its forms leaves room for the next', async () => {
  const port = await world.app.listen(0, '127.0.0.1')
  const head = ({ token }: TestArtist) => [
    `POST ${pathOf(api.file.upload)} HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${token}`,
    'content-type: multipart/form-data; boundary=x',
    'content-length: 1000',
    '',
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
  ]
  const crowd: Socket[] = []
  const come = (musician: TestArtist) => {
    const one = connect(port, '127.0.0.1')
    one.on('error', () => {})
    one.write(head(musician).join('\r\n'))
    crowd.push(one)
  }
  const musician = await world.artist()
  for (let nth = 0; nth < 12; nth += 1) come(musician)
  const next = async (one: TestArtist) => (await upload(world, one, new Uint8Array([1]))).status
  const nextBehindOneMore = async () => {
    const newcomer = await world.artist()
    // One of the earlier uploads may have been refused for another reason.
    come(newcomer)
    return next(newcomer)
  }
  await eventually(nextBehindOneMore, 503)
  for (const one of crowd) one.destroy()
  await eventually(async () => next(await world.artist()), 415)
})

describe('what is taken is made anew', () => {
  const taken = async (bytes: Uint8Array, part = {}) => {
    const of = await world.artist()
    const answer = await upload(world, of, bytes, part)
    assert.equal(answer.status, 201, JSON.stringify(answer.failure))
    return filesOf(world, answer.link)
  }

  test('in three widths as AVIF and WebP and once as JPEG, all 2:1', async () => {
    const files = await taken(await photo(900, 900).png().toBuffer(), { type: 'image/png' })
    const shapes = await Promise.all(
      [...files].map(async ([end, bytes]) => {
        const { width, height, format, compression } = await sharp(bytes).metadata()
        return [end, width, height, compression ?? format]
      }),
    )
    assert.deepEqual(shapes, [
      ['480.avif', 480, 240, 'av1'],
      ['480.webp', 480, 240, 'webp'],
      ['800.avif', 800, 400, 'av1'],
      ['800.webp', 800, 400, 'webp'],
      ['1200.avif', 1200, 600, 'av1'],
      ['1200.webp', 1200, 600, 'webp'],
      ['1200.jpg', 1200, 600, 'jpeg'],
    ])
  })

  test('without the place where it was taken, and whatever else stood in it', async () => {
    const located = await photo()
      .withExif({
        IFD0: { Copyright: 'Лада', Model: 'Secret-Camera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 45/1 0/1', GPSLongitude: '37/1 37/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Secret-Place</x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    assert.match(
      located.toString('latin1'),
      /Secret-Camera.*Secret-Place|Secret-Place.*Secret-Camera/su,
    )
    const files = await taken(located)
    assert.equal(files.size, 7)
    for (const [end, bytes] of files) {
      const { exif, xmp, icc, iptc } = await sharp(bytes).metadata()
      assert.deepEqual([exif, xmp, icc, iptc], [undefined, undefined, undefined, undefined], end)
      assert.doesNotMatch(bytes.toString('latin1'), /Secret/u, end)
    }
  })

  test('without the page that hid behind a JPEG', async () => {
    const jpeg = await photo().jpeg().toBuffer()
    const page = Buffer.from('<html><script>alert(1)</script></html>')
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, page.length + 2]), page])
    const polyglot = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), page])
    for (const bytes of (await taken(polyglot, { name: 'page.html', type: 'text/html' })).values())
      assert.doesNotMatch(bytes.toString('latin1'), /script/u)
  })

  test('standing upright', async () => {
    // Red above blue; the camera lay on its side.
    const upright = await sharp({
      create: { width: 600, height: 300, channels: 3, background: '#f00' },
    })
      .extend({ bottom: 300, background: '#00f' })
      .png()
      .toBuffer()
    const lying = sharp(upright).rotate(270).withMetadata({ orientation: 6 })
    const files = await taken(await lying.jpeg({ quality: 95 }).toBuffer())
    const { data } = await sharp(files.get('480.webp')).raw().toBuffer({ resolveWithObject: true })
    const at = (row: number) => data.subarray(row * 480 * 3 + 240 * 3, row * 480 * 3 + 240 * 3 + 3)
    const [top, bottom] = [at(20), at(220)]
    assert.ok((top[0] ?? 0) > 200 && (top[2] ?? 0) < 60, `above: ${[...top].join()}`)
    assert.ok((bottom[2] ?? 0) > 200 && (bottom[0] ?? 0) < 60, `below: ${[...bottom].join()}`)
  })

  test('around its middle, whatever its shape', async () => {
    const shapes = [
      [1, 1],
      [10, 4000],
      [4000, 10],
    ] as const
    for (const [width, height] of shapes)
      assert.equal((await taken(await photo(width, height).png().toBuffer())).size, 7)
  })

  test('from the first picture where several move', async () => {
    const frames = await sharp(
      [await photo(60, 30).png().toBuffer(), await photo(60, 30).png().toBuffer()],
      {
        join: { animated: true },
      },
    )
      .webp()
      .toBuffer()
    const files = await taken(frames, { type: 'image/webp' })
    assert.equal((await sharp(files.get('480.webp')).metadata()).pages ?? 1, 1)
  })

  test('under a name of its own, whatever the file was called', async () => {
    for (const name of [
      '../../x.jpg',
      '..\\..\\x.jpg',
      '/etc/passwd',
      'фото\0.jpg',
      'a'.repeat(500),
    ]) {
      const of = await world.artist()
      const { status, link } = await upload(world, of, await photo().jpeg().toBuffer(), { name })
      assert.equal(status, 201)
      assert.match(link, /^\/media\/[\da-f]{32}-1200\.webp$/u)
    }
  })
})

test('the documentation tells that an upload is a form with a file', async () => {
  const spec = (await world.app.http.inject({ url: '/api/openapi.json' })).json()
  const { requestBody } = spec.paths[pathOf(api.file.upload)].post
  const { schema } = requestBody.content['multipart/form-data']
  assert.deepEqual(schema.properties, { file: { type: 'string', format: 'binary' } })
})
