import { readFileSync } from 'node:fs'

export type OutlinePoint = [longitude: number, latitude: number]

function distance(point: OutlinePoint, from: OutlinePoint, to: OutlinePoint): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / length
  const at = Math.max(0, Math.min(1, along))
  return Math.hypot(point[0] - from[0] - at * dx, point[1] - from[1] - at * dy)
}

/** Removes the points without which the line stays within the tolerance (Douglas and Peucker). */
export function simplify(line: readonly OutlinePoint[], tolerance: number): OutlinePoint[] {
  const [first, last] = [line[0], line.at(-1)]
  if (first === undefined || last === undefined || line.length < 3) return [...line]
  let farthest = 0
  let split = 0
  for (const [at, point] of line.entries()) {
    const far = distance(point, first, last)
    if (far > farthest) [farthest, split] = [far, at]
  }
  if (farthest <= tolerance) return [first, last]
  return [
    ...simplify(line.slice(0, split + 1), tolerance),
    ...simplify(line.slice(split), tolerance).slice(1),
  ]
}

/** Square degrees. */
export function areaOf(ring: readonly OutlinePoint[]): number {
  let twice = 0
  for (const [at, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y]
    twice += x * nextY - nextX * y
  }
  return Math.abs(twice / 2)
}

/** The first point in whole steps, then each next one as the difference from the one before it. */
export function packed(line: readonly OutlinePoint[], steps: number): number[] {
  const numbers: number[] = []
  let [x, y] = [0, 0]
  for (const [longitude, latitude] of line) {
    const [nextX, nextY] = [Math.round(longitude * steps), Math.round(latitude * steps)]
    if (numbers.length > 0 && nextX === x && nextY === y) continue
    numbers.push(nextX - x, nextY - y)
    ;[x, y] = [nextX, nextY]
  }
  return numbers
}

/** Simplifies each stretch of a line by its points' tolerance; the line passes through the points where stretches meet. */
export function thinnedBy(
  line: readonly OutlinePoint[],
  toleranceAt: (point: OutlinePoint) => number,
): OutlinePoint[] {
  const stretches: { tolerance: number; points: OutlinePoint[] }[] = []
  for (const point of line) {
    const tolerance = toleranceAt(point)
    const last = stretches.at(-1)
    if (last === undefined) stretches.push({ tolerance, points: [point] })
    else {
      last.points.push(point)
      if (last.tolerance !== tolerance) stretches.push({ tolerance, points: [point] })
    }
  }
  return stretches.flatMap(({ tolerance, points }, at) =>
    simplify(points, tolerance).slice(at === 0 ? 0 : 1),
  )
}

type Shape = { lines: OutlinePoint[][]; fields: Record<string, string> }

/** Lines and rings of an ESRI shapefile, each with its row of the table; `path` without the extension. */
export function readShapes(path: string): Shape[] {
  const shapes = readFileSync(`${path}.shp`)
  const rows = readTable(`${path}.dbf`)
  const found: Shape[] = []
  for (let at = 100; at < shapes.length; at += 8 + shapes.readInt32BE(at + 4) * 2) {
    const fields = rows[shapes.readInt32BE(at) - 1] ?? {}
    const body = at + 8
    const isEmpty = shapes.readInt32LE(body) === 0
    found.push({ fields, lines: isEmpty ? [] : linesAt(shapes, body) })
  }
  return found
}

function linesAt(shapes: Buffer, body: number): OutlinePoint[][] {
  const [parts, points] = [shapes.readInt32LE(body + 36), shapes.readInt32LE(body + 40)]
  const first = body + 44 + 4 * parts
  const startOf = (part: number) =>
    part === parts ? points : shapes.readInt32LE(body + 44 + 4 * part)
  return Array.from({ length: parts }, (_, part) => {
    const line: OutlinePoint[] = []
    for (let at = startOf(part); at < startOf(part + 1); at++)
      line.push([shapes.readDoubleLE(first + 16 * at), shapes.readDoubleLE(first + 16 * at + 8)])
    return line
  })
}

/** A dBASE table, each row keyed by the column names. */
function readTable(path: string): Record<string, string>[] {
  const table = readFileSync(path)
  const [count, head, width] = [table.readInt32LE(4), table.readInt16LE(8), table.readInt16LE(10)]
  const columns: { name: string; from: number; to: number }[] = []
  for (let at = 32, from = 1; table[at] !== 0x0d; at += 32) {
    const to = from + (table[at + 16] ?? 0)
    columns.push({ name: table.toString('latin1', at, at + 11).replace(/\0.*/u, ''), from, to })
    from = to
  }
  return Array.from({ length: count }, (_, row) =>
    Object.fromEntries(
      columns.map(({ name, from, to }) => {
        const start = head + row * width
        return [name, table.toString('latin1', start + from, start + to).trim()]
      }),
    ),
  )
}
