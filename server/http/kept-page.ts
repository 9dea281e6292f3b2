import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DeviceCall } from './page-door.ts'
import { compressedPieces, plainPieces } from './page-pieces.ts'
import type { Pieces } from './page-pieces.ts'
import { encodingFor, LEAST_BYTES, squeeze } from './squeeze.ts'
import type { Encoding, Squeezed } from './squeeze.ts'

/** A page that was made for all, ready to be sent to each with a nonce of his own. */
export type KeptPage = {
  status: number
  headers: readonly (readonly [string, string])[]
  /** Null: the answer is not to be kept by anybody. */
  etag: string | null
  hasNonce: boolean
  ofDevice: readonly DeviceCall[]
  /** Of memory that it takes, in all its forms. */
  weight: number
  bytesFor(nonce: string, acceptEncoding: string | undefined): Promise<Squeezed>
}

export type WholePage = Pick<KeptPage, 'status' | 'headers' | 'ofDevice'> & {
  text: string
  /** The one it was made with; null where it has none, being for scripts. */
  nonce: string | null
  /** Goes into its tag, so that a page is not taken for the same under another policy. */
  policy: string
  keepable: boolean
}

/** For each byte of the text: itself, and its compressed forms, which come later. */
const WEIGHT = 2
/** What the objects around the bytes take. */
const LEAST_WEIGHT = 8 * 1024

async function compressedOnce(plain: Pieces, encoding: Encoding): Promise<Pieces> {
  const { bytes } = await squeeze(plain.bytesFor(''), encoding)
  return { bytesFor: () => bytes }
}

/** A sum over what the page says; the nonce is not a part of that. */
function etagOf({ text, nonce, policy }: WholePage): string {
  const sum = createHash('sha256').update(policy)
  for (const part of nonce === null ? [text] : text.split(nonce)) sum.update(part)
  return `W/"${sum.digest('base64url').slice(0, 22)}"`
}

export function keptPage(whole: WholePage): KeptPage {
  const { status, headers, text, nonce, keepable, ofDevice } = whole
  // What is kept holds these bytes and not the text, which takes twice as much of memory.
  const plain = plainPieces(text, nonce)
  const isShort = text.length <= LEAST_BYTES
  const compressed = new Map<Encoding, Promise<Pieces | null>>()

  function piecesIn(encoding: Encoding): Promise<Pieces | null> {
    const known = compressed.get(encoding)
    if (known !== undefined) return known
    const made =
      nonce === null
        ? compressedOnce(plain, encoding)
        : compressedPieces(plain, nonce, encoding).catch(() => null)
    compressed.set(encoding, made)
    return made
  }

  return {
    status,
    headers,
    etag: keepable ? etagOf(whole) : null,
    hasNonce: nonce !== null,
    ofDevice,
    weight: Buffer.byteLength(text) * WEIGHT + LEAST_WEIGHT,
    async bytesFor(fresh, acceptEncoding) {
      const encoding = isShort ? null : encodingFor(acceptEncoding ?? '')
      if (encoding === null) return { bytes: plain.bytesFor(fresh), encoding }
      const pieces = await piecesIn(encoding)
      if (pieces === null) return squeeze(plain.bytesFor(fresh), acceptEncoding)
      return { bytes: pieces.bytesFor(fresh), encoding }
    },
  }
}

/** What the visitor's browser holds is this page. */
function isHeld(request: FastifyRequest, etag: string): boolean {
  const held = request.headers['if-none-match']
  return held !== undefined && held.split(',').some((one) => one.trim() === etag)
}

/** No policy goes along: what the browser holds is shown under the one that it came with. */
function sendHeld(reply: FastifyReply): FastifyReply {
  for (const name of ['content-security-policy', 'content-type']) void reply.removeHeader(name)
  return reply.code(304).send()
}

/** Sends it with a nonce that no other answer has. */
export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  page: KeptPage,
  { nonce, policy }: { nonce: string; policy: string },
): Promise<FastifyReply> {
  void reply.code(page.status)
  for (const [name, value] of page.headers) void reply.header(name, value)
  // A nonce is for one visitor, and his browser asks each time whether the page is still the same.
  void reply.header('cache-control', page.etag === null ? 'no-store' : 'private, no-cache')
  // Whoever has ordered or signed in meanwhile gets a page of his own.
  void reply.header('vary', 'accept-encoding, cookie')
  if (page.etag !== null) {
    void reply.header('etag', page.etag)
    if (isHeld(request, page.etag)) return sendHeld(reply)
  }
  if (page.hasNonce) void reply.header('content-security-policy', policy)
  const { bytes, encoding } = await page.bytesFor(nonce, request.headers['accept-encoding'])
  if (encoding !== null) void reply.header('content-encoding', encoding)
  return reply.send(bytes)
}
