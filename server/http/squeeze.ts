import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** What fits into one packet anyway is left as it is. */
export const LEAST_BYTES = 1024
// Quick enough to be done for each visitor; the higher ones are for files that are squeezed once.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

const brotlied = promisify(brotliCompress)
const gzipped = promisify(gzip)

export type Encoding = 'br' | 'gzip'
export type Squeezed = { bytes: Buffer; encoding: Encoding | null }

/** Which of the two a browser takes, the smaller one first; `;q=0` means «never that one». */
export function encodingFor(accepted: string): Encoding | null {
  const taken = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => part.replaceAll(/\s/g, ''))
      .filter((part) => !/;q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';', 1)[0]),
  )
  return (['br', 'gzip'] as const).find((encoding) => taken.has(encoding)) ?? null
}

/** Text made on the spot as this browser may get it. */
export async function squeeze(
  bytes: Buffer,
  acceptEncoding: string | undefined,
): Promise<Squeezed> {
  const encoding = bytes.length <= LEAST_BYTES ? null : encodingFor(acceptEncoding ?? '')
  if (encoding === 'br') return { bytes: await brotlied(bytes, BROTLI), encoding }
  if (encoding === 'gzip') return { bytes: await gzipped(bytes), encoding }
  return { bytes, encoding: null }
}
