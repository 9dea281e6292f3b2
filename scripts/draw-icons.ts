import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/** Redraws the icons of the installed site from the sign, `node scripts/draw-icons.ts`; to be run when the sign changes. */

const PUBLIC = new URL('../web/public/', import.meta.url)
const LAMP = '#ff7a1a'
/** A maskable icon may be cropped to a circle of four fifths: the sign is small enough to stay inside. */
const INSIDE_MASK = 0.72
const WHOLE = 1

const ICONS = [
  { name: 'icon-192', size: 192, part: WHOLE },
  { name: 'icon-512', size: 512, part: WHOLE },
  { name: 'maskable-512', size: 512, part: INSIDE_MASK },
  { name: 'apple-touch-icon', size: 180, part: 0.86 },
] as const

const sign = readFileSync(new URL('art/favicon.svg', PUBLIC))
mkdirSync(new URL('icons/', PUBLIC), { recursive: true })
for (const { name, size, part } of ICONS) {
  const side = Math.round(size * part)
  const drawn = await sharp(sign, { density: 1152 }).resize(side, side).toBuffer()
  await sharp({ create: { width: size, height: size, channels: 3, background: LAMP } })
    .composite([{ input: drawn, gravity: 'centre' }])
    .png({ palette: true, compressionLevel: 9 })
    .toFile(fileURLToPath(new URL(`icons/${name}.png`, PUBLIC)))
}

/** The file that a browser requests for pages without an icon. */
const TAB_SIZE = 32
const tab = await sharp(sign, { density: 288 })
  .resize(TAB_SIZE, TAB_SIZE)
  .png({ palette: true, compressionLevel: 9 })
  .toBuffer()
// One 32-bit picture: its size, its length and its offset.
const head = Buffer.from([0, 0, 1, 0, 1, 0, TAB_SIZE, TAB_SIZE, 0, 0, 1, 0, 32, 0])
const where = Buffer.alloc(8)
where.writeUInt32LE(tab.length, 0)
where.writeUInt32LE(head.length + where.length, 4)
writeFileSync(new URL('favicon.ico', PUBLIC), Buffer.concat([head, where, tab]))
