import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A text that fits into one packet is not compressed. */
const LEAST_BYTES = 1024

const brotlied = promisify(brotliCompress)
const gzipped = promisify(gzip)

export type Encoding = 'br' | 'gzip'
/** How often the result is sent. */
type Use = 'once' | 'often'

/** With a window of 64 KB, which is about a page, level 9 costs what 7 costs; with larger windows, ten times that. */
const BROTLI: Readonly<Record<Use, Record<number, number>>> = {
  once: { [constants.BROTLI_PARAM_QUALITY]: 6 },
  often: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 },
}

/** The encoding for a text of `bytes`, Brotli before gzip; null: it is sent uncompressed. `;q=0` means «never that one». */
export function encodingFor(bytes: number, accepted: string | undefined): Encoding | null {
  if (bytes <= LEAST_BYTES) return null
  const taken = new Set(
    (accepted ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.replaceAll(/\s/g, ''))
      .filter((part) => !/;q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';', 1)[0]),
  )
  return (['br', 'gzip'] as const).find((encoding) => taken.has(encoding)) ?? null
}

export function compress(bytes: Buffer, encoding: Encoding, use: Use): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(bytes)
  return brotlied(bytes, {
    params: {
      ...BROTLI[use],
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}

/** Compresses a text that is sent once, as this browser accepts it. */
export async function compressFor(
  accepted: string | undefined,
  bytes: Buffer,
): Promise<{ bytes: Buffer; encoding: Encoding | null }> {
  const encoding = encodingFor(bytes.length, accepted)
  return { bytes: encoding === null ? bytes : await compress(bytes, encoding, 'once'), encoding }
}
