import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font } from 'satori'

const SUBSETS = ['cyrillic', 'latin', 'cyrillic-ext', 'latin-ext', 'vietnamese']

const FACES = [
  { name: 'Display', face: 'alumni-sans', weight: 800 },
  { name: 'Text', face: 'onest', weight: 500 },
] as const

const { resolve } = createRequire(import.meta.url)

/** Each alphabet is a family of its own, since only the first file of a family is searched for a glyph. */
async function readFonts(): Promise<Font[]> {
  const files = FACES.flatMap((face) => SUBSETS.map((subset) => ({ ...face, subset })))
  return Promise.all(
    files.map(async ({ name, face, weight, subset }) => ({
      name: `${name} ${subset}`,
      data: await readFile(
        resolve(`@fontsource/${face}/files/${face}-${subset}-${weight}-normal.woff`),
      ),
      weight,
      style: 'normal' as const,
    })),
  )
}

let read: Promise<Font[]> | null = null

/** Loaded with the first card: most test processes never draw one. */
export function cardFonts(): Promise<Font[]> {
  read ??= readFonts()
  return read
}

const familyOf = (name: (typeof FACES)[number]['name']) =>
  SUBSETS.map((subset) => `${name} ${subset}`).join(', ')

export const DISPLAY = familyOf('Display')
export const TEXT = familyOf('Text')

const WITHOUT_GLYPH =
  /[^\u0020-\u007e\u00a0-\u024f\u0400-\u052f\u1e00-\u1ef9\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2116\u2122\u2212]/gu

/** Stress marks and invisible signs: a space in their place would cut the word. */
const WITHIN_WORDS = /[\p{M}\p{Cf}]/gu

/** Returns the part of a text that our fonts can draw, in one line; `otherwise` where no letter or digit of it is left. */
export function drawable(text: string, otherwise: string): string {
  const left = text
    .normalize('NFC')
    .replace(WITHIN_WORDS, '')
    .replaceAll('ʼ', '’')
    .replace(WITHOUT_GLYPH, ' ')
    .replace(/ +/g, ' ')
    .trim()
  return /[\p{L}\p{N}]/u.test(left) ? left : otherwise
}
