import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'

/** Returns the text of a QR code's picture, PNG or SVG. Throws where none is read. */
export async function readQr(picture: Uint8Array | string): Promise<string> {
  const { data, info } = await sharp(Buffer.from(picture))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data }, { timeLimit: 2000 })
}
