import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'

/** What a phone reads from a picture of a code, PNG or SVG. Throws where it reads nothing. */
export async function readQr(picture: Uint8Array | string): Promise<string> {
  const { data, info } = await sharp(Buffer.from(picture))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data }, { timeLimit: 2000 })
}
