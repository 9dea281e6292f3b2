import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Copies every icon of the pages anew, `node scripts/bake-icons.ts FOLDER`, then `npm run format`. FOLDER is the package
 * `lucide-static` 1.62.0 (ISC), installed outside the project. A new icon begins as `const CalendarPlus = icon('')`.
 */

const ICON = /(const (\w+) = icon\(\s*')[^']*(',?\s*\))/gu
const SHAPE = /<(\w+) ([^>]*)\/>/gu
/** The «m» that begins a path counts as «M», but what follows its point stays relative. */
const BEGIN = /^m *(-?[\d.]+)[ ,]?(-?[\d.]+) ?(?=(-?[\d.])?)/u

const [folder = ''] = process.argv.slice(2)

const fileOf = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z\d])/gu, '-').toLowerCase()

/** «.5» and «-2» after a number need no space, and neither do the flags of an arc. */
const written = (...numbers: number[]) =>
  numbers
    .map((number) => String(Number(number.toFixed(3))).replace(/^(-?)0\./u, '$1.'))
    .join(' ')
    .replaceAll(' -', '-')

/** A shape of an icon as a part of one path. */
function pathOf(shape: string, attributes: string): string {
  const text = (name: string) =>
    new RegExp(`(?:^| )${name}="([^"]*)"`, 'u').exec(attributes)?.[1] ?? ''
  const at = (name: string) => Number(text(name))
  if (shape === 'path')
    return text('d').replace(
      BEGIN,
      (_, x: string, y: string, next?: string) => `M${x} ${y}${next === undefined ? '' : 'l'}`,
    )
  if (shape === 'line')
    return `M${written(at('x1'), at('y1'))}l${written(at('x2') - at('x1'), at('y2') - at('y1'))}`
  const r = at(shape === 'circle' ? 'r' : 'rx')
  const arc = (x: number, y: number) => `a${written(r, r)} 0 01${written(x, y)}`
  if (shape === 'circle') {
    // A stroke alone would leave the centre of a filled dot open.
    const centre = text('fill') === '' ? '' : `M${written(at('cx'), at('cy'))}h.01`
    return `M${written(at('cx') - r, at('cy'))}${arc(2 * r, 0)}${arc(-2 * r, 0)}${centre}`
  }
  if (shape !== 'rect') throw new Error(`No path for <${shape}>`)
  const [wide, high] = [at('width') - 2 * r, at('height') - 2 * r]
  const sides = [
    `h${wide}`,
    arc(r, r),
    `v${high}`,
    arc(-r, r),
    `h${-wide}`,
    arc(-r, -r),
    `v${-high}`,
  ]
  return `M${written(at('x') + r, at('y'))}${sides.join('')}${arc(r, -r)}z`
}

function drawingOf(name: string): string {
  const svg = readFileSync(join(folder, 'icons', `${fileOf(name)}.svg`), 'utf8')
  return [...svg.matchAll(SHAPE)].map(([, shape = '', rest = '']) => pathOf(shape, rest)).join('')
}

for (const file of globSync('web/**/*.tsx')) {
  const text = readFileSync(file, 'utf8')
  const baked = text.replaceAll(
    ICON,
    (_, before: string, name: string, after: string) => before + drawingOf(name) + after,
  )
  if (baked !== text) writeFileSync(file, baked)
}
