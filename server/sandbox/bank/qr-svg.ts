import { qrMatrix } from './qr-matrix.ts'

/** Modules of light around a code, as its readers need. */
const QUIET = 4

/** A text as a picture of its code, dark on white whatever the page is. */
export function qrSvg(text: string): string {
  const matrix = qrMatrix(text)
  const side = matrix.length + QUIET * 2
  const path = matrix
    .flatMap((row, y) => row.flatMap((on, x) => (on ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : [])))
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges" role="img" aria-label="QR-код"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${path}"/></svg>`
}
