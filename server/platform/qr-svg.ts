import { encode } from 'uqr'
import type { QrColours } from '#domain/concerts/qr-code.ts'
import { QR_COLOURS, QR_QUIET } from '#domain/concerts/qr-code.ts'

type QrSquare = { readonly side: number; svg(size?: number): string }

/**
 * The QR code of a text at level M with its quiet zone: `side` in modules, and its picture, of `size` pixels if given,
 * else of the size of its container. 2000 bytes of text fit.
 */
export function qrSquare(text: string, { colour, background }: QrColours = QR_COLOURS): QrSquare {
  const { size: side, data } = encode(text, { ecc: 'M', border: QR_QUIET })
  const path = data.map(rowPath).join('')
  return {
    side,
    svg(size) {
      const own = size === undefined ? '' : ` width="${size}" height="${size}"`
      return `<svg xmlns="http://www.w3.org/2000/svg"${own} viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges" role="img" aria-label="QR-код"><path fill="${background}" d="M0 0h${side}v${side}H0z"/><path fill="${colour}" d="${path}"/></svg>`
    },
  }
}

/** Draws each run of dark modules as one bar. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    const from = x
    while (row[x] === true) x++
    if (x > from) path += `M${from} ${y}h${x - from}v1h-${x - from}z`
  }
  return path
}
