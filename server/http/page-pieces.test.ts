import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { compressedPieces, plainPieces } from './page-pieces.ts'

/**
 * Fixed, so that a run is the same each time: for some nonces the compressor takes letters of theirs from
 * the text around them, and `compressedPieces` rightly answers null. A random one did so in 5 of 40 runs.
 */
const [MADE, FRESH, OTHER] = [
  'q8ZsYVt2Lw0kXb4NfR7uCg==',
  'Jm3xPd9aHe1oTi6WvKyB5A==',
  '0000000000000000000000==',
]

const OPEN = { br: brotliDecompressSync, gzip: gunzipSync } as const

/** Of the same letters each time, and with nothing in it to point back at. */
function randomText(length: number): string {
  let seed = 1
  const letter = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return String.fromCodePoint(0x61 + (seed % 26))
  }
  return Array.from({ length }, letter).join('')
}

/** A page such as ours: the nonce in many places, and text of people around it. */
function pageWith(nonce: string, rows: number, gap = 0): string {
  const row = (n: number) =>
    `<li class="row"><b>Песня номер ${n}</b><i>${(n * 2654435761) % 1e9}</i></li><script nonce="${nonce}">say("${n}==")</script>`
  return `<html><meta nonce="${nonce}"/><style nonce="${nonce}">a{b:c}${randomText(gap)}</style>${Array.from({ length: rows }, (_, n) => row(n)).join('')}</html>`
}

describe('a page compressed once for many', () => {
  for (const encoding of ['br', 'gzip'] as const)
    it(`each opens his own copy of it, with his own nonce everywhere (${encoding})`, async () => {
      for (const rows of [0, 1, 20, 400]) {
        const made = MADE
        const pieces = await compressedPieces(
          plainPieces(pageWith(made, rows), made),
          made,
          encoding,
        )
        assert.ok(pieces, `${rows} rows`)
        for (const fresh of [FRESH, OTHER]) {
          const text = OPEN[encoding](pieces.bytesFor(fresh)).toString()
          assert.equal(text, pageWith(fresh, rows))
          assert.ok(!text.includes(made))
        }
      }
    })

  it('a nonce too far from the one before it to point back is in its place all the same', async () => {
    for (const encoding of ['br', 'gzip'] as const)
      for (const gap of [32_000, 32_700, 33_000, 70_000]) {
        const [made, fresh] = [MADE, FRESH]
        const pieces = await compressedPieces(
          plainPieces(pageWith(made, 3, gap), made),
          made,
          encoding,
        )
        assert.ok(pieces, `${encoding}, ${gap} apart`)
        assert.equal(OPEN[encoding](pieces.bytesFor(fresh)).toString(), pageWith(fresh, 3, gap))
      }
  })

  it('it is hardly larger than the same text compressed for one', async () => {
    const made = MADE
    const [pieces, again] = [
      await compressedPieces(plainPieces(pageWith(made, 100), made), made, 'br'),
      await compressedPieces(plainPieces(pageWith(made, 100), made), made, 'gzip'),
    ]
    const plain = plainPieces(pageWith(made, 100), made).bytesFor(FRESH)
    for (const one of [pieces, again])
      assert.ok((one?.bytesFor(FRESH).length ?? plain.length) < plain.length / 3)
  })

  it('a text without its nonce is not compressed this way', async () => {
    assert.equal(await compressedPieces(plainPieces('<html></html>', null), FRESH, 'br'), null)
  })
})

describe('a page as it is', () => {
  it('carries the nonce of its answer in every place, and nothing of the one it was made with', () => {
    const made = MADE
    const fresh = FRESH
    const bytes = plainPieces(pageWith(made, 3), made).bytesFor(fresh)
    assert.equal(bytes.toString(), pageWith(fresh, 3))
  })

  it('a text for scripts is the same for all', () => {
    assert.equal(plainPieces('[1]', null).bytesFor(FRESH).toString(), '[1]')
  })
})
