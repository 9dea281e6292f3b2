import { once } from 'node:events'
import { promisify } from 'node:util'
import {
  brotliDecompress,
  constants,
  crc32,
  createBrotliCompress,
  createDeflateRaw,
  inflateRaw,
} from 'node:zlib'
import type { BrotliCompress, DeflateRaw } from 'node:zlib'
import type { Encoding } from './squeeze.ts'

const unbrotlied = promisify(brotliDecompress)
const inflated = promisify(inflateRaw)

/** How long a nonce is: 128 bits in Base64. */
export const NONCE_LENGTH = 24
/** The squeezing is done once for all who come within seconds, off the thread that answers them. */
const BROTLI_QUALITY = 7
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/**
 * What a page is tried with before it is trusted. Neither has a letter twice, so that none can be taken
 * from the place of another, and they differ in every place, so that a letter that was compressed as
 * itself is wrong in one of them. All nonces end in the two signs by which Brotli chooses its tables
 * for what follows.
 */
const TRIALS = ['ABCDEFGHIJKLMNabcdefgh==', 'zyxwvutsrqponmlkjihgfe=='] as const

/** A text ready to be sent: with the nonce of this answer in the place of the one it was made with. */
export type Pieces = { bytesFor(nonce: string): Buffer }

/** In one block of memory of their own: a small part would hold a large block that it shares with others. */
function together(parts: readonly Buffer[]): Buffer[] {
  const block = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  return parts.map((part) => {
    const from = at
    at += part.copy(block, from)
    return block.subarray(from, at)
  })
}

/** The text as it is. `nonce`: the one it was made with; null where it has none. */
export function plainPieces(text: string, nonce: string | null): Pieces {
  const parts = together(
    (nonce === null ? [text] : text.split(nonce)).map((part) => Buffer.from(part)),
  )
  return {
    bytesFor(fresh) {
      const place = Buffer.from(fresh)
      return Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [part] : [place, part])))
    },
  }
}

/** Where the nonce has to stand as it is: first, and wherever no earlier one is within reach of what points back. */
function bareNonces(text: Buffer, nonce: Buffer, reach: number): number[] {
  const found: number[] = []
  let last = -Infinity
  for (let at = text.indexOf(nonce); at !== -1; at = text.indexOf(nonce, at + 1)) {
    if (at - last > reach) found.push(at)
    last = at
  }
  return found
}

/**
 * Compresses in parts that end on whole bytes, so that the nonces at `places` stand between them. What
 * the compressor made of those themselves is thrown away.
 */
async function squeezed(
  squeezer: BrotliCompress | DeflateRaw,
  { flush, text, places }: { flush: number; text: Buffer; places: readonly number[] },
): Promise<Buffer[]> {
  const made: Buffer[] = []
  const parts: Buffer[] = []
  squeezer.on('data', (part: Buffer) => made.push(part))
  const ended = once(squeezer, 'end')
  const flushed = () =>
    new Promise<Buffer>((resolve) => {
      squeezer.flush(flush, () => resolve(Buffer.concat(made.splice(0))))
    })
  let from = 0
  for (const place of places) {
    squeezer.write(text.subarray(from, place))
    parts.push(await flushed())
    squeezer.write(text.subarray(place, place + NONCE_LENGTH))
    await flushed()
    from = place + NONCE_LENGTH
  }
  squeezer.end(text.subarray(from))
  await ended
  return [...parts, Buffer.concat(made)]
}

/** The head of a block of Brotli that is sent as it is: not the last, its length, «uncompressed». */
function bareBrotliHead(length: number): Buffer {
  const head = ((length - 1) << 3) | (1 << 19)
  return Buffer.from([head & 0xff, (head >> 8) & 0xff, (head >> 16) & 0xff])
}

/** The same in Deflate: not the last, «stored», its length and the length turned over. */
function bareDeflateHead(length: number): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(length, 1)
  head.writeUInt16LE(0xffff - length, 3)
  return head
}

type Way = {
  squeezer(length: number): BrotliCompress | DeflateRaw
  flush: number
  /** How far back it can point, less than what one step may run over. */
  reach: number
  bareHead: Buffer
  opened(bytes: Buffer): Promise<Buffer>
}

const WAYS: Readonly<Record<Encoding, Way>> = {
  br: {
    squeezer: (length) =>
      createBrotliCompress({
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: length,
        },
      }),
    flush: constants.BROTLI_OPERATION_FLUSH,
    reach: 2 ** 20,
    bareHead: bareBrotliHead(NONCE_LENGTH),
    opened: (bytes) => unbrotlied(bytes),
  },
  gzip: {
    squeezer: () => createDeflateRaw(),
    flush: constants.Z_SYNC_FLUSH,
    reach: 2 ** 15 - 512,
    bareHead: bareDeflateHead(NONCE_LENGTH),
    opened: (bytes) => inflated(bytes),
  },
}

/** What gzip puts around Deflate; its sum is over the text, and so another one for each nonce. */
function asGzip(bytes: Buffer, text: Buffer): Buffer {
  const tail = Buffer.alloc(8)
  tail.writeUInt32LE(crc32(text), 0)
  tail.writeUInt32LE(text.length % 2 ** 32, 4)
  return Buffer.concat([GZIP_HEAD, bytes, tail])
}

/**
 * The text compressed once, so that each answer costs the copy of it with its own nonce: the first
 * place of the nonce stands uncompressed, and the others point back at it. A compressor knows nothing
 * of that, so each text is opened with other nonces before it is used; null where one did not come out
 * right, and the text has to be compressed for each answer. `nonce`: any one, which is not sent.
 */
export async function compressedPieces(
  plain: Pieces,
  nonce: string,
  encoding: Encoding,
): Promise<Pieces | null> {
  const { squeezer, flush, reach, bareHead, opened } = WAYS[encoding]
  const whole = plain.bytesFor(nonce)
  const places = bareNonces(whole, Buffer.from(nonce), reach)
  if (places.length === 0 || nonce.length !== NONCE_LENGTH) return null
  const parts = together(await squeezed(squeezer(whole.length), { flush, text: whole, places }))
  const bytesFor = (fresh: string) => {
    const bare = Buffer.from(fresh)
    return Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [part] : [bareHead, bare, part])))
  }
  for (const trial of TRIALS) {
    const came = await opened(bytesFor(trial)).catch(() => null)
    if (came === null || !came.equals(plain.bytesFor(trial))) return null
  }
  if (encoding === 'br') return { bytesFor }
  return { bytesFor: (fresh) => asGzip(bytesFor(fresh), plain.bytesFor(fresh)) }
}
