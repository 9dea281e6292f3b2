export type OutlinePoint = [longitude: number, latitude: number]

function distance(point: OutlinePoint, from: OutlinePoint, to: OutlinePoint): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / length
  const at = Math.max(0, Math.min(1, along))
  return Math.hypot(point[0] - from[0] - at * dx, point[1] - from[1] - at * dy)
}

/** Leaves out the points without which the line stays where it was (Douglas and Peucker). */
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

/** The first point in whole steps, then how far each next one lies from the one before it. */
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

/** Degrees along the line, those of longitude shrunk to what they are worth there. */
export function lengthOf(line: readonly OutlinePoint[]): number {
  let sum = 0
  for (const [at, [x, y]] of line.slice(1).entries()) {
    const [beforeX, beforeY] = line[at] ?? [x, y]
    sum += Math.hypot((x - beforeX) * Math.cos((y * Math.PI) / 180), y - beforeY)
  }
  return sum
}

const keyOf = ([x, y]: OutlinePoint) => `${x} ${y}`

/** Where lines end: another line that passes there has to go on passing there. */
export function endsOf(lines: readonly (readonly OutlinePoint[])[]): ReadonlySet<string> {
  return new Set(
    lines.flatMap((line) => [line[0], line.at(-1)]).flatMap((end) => (end ? [keyOf(end)] : [])),
  )
}

/** Takes the stairs out of a line that was written in coarse steps, and then what nobody sees; `held` points stay. */
export function softened(
  line: readonly OutlinePoint[],
  { tolerance, held }: { tolerance: number; held: ReadonlySet<string> },
): OutlinePoint[] {
  const parts: OutlinePoint[][] = [[]]
  for (const [at, point] of line.entries()) {
    parts.at(-1)?.push(point)
    if (held.has(keyOf(point)) && at > 0 && at < line.length - 1) parts.push([point])
  }
  return parts.flatMap((part, at) => simplify(smooth(part), tolerance).slice(at === 0 ? 0 : 1))
}

/** Each point goes half the way to the middle of its neighbours: ends stay, a ring stays closed. */
export function smooth(line: readonly OutlinePoint[]): OutlinePoint[] {
  const last = line.length - 1
  const closed = line[0]?.[0] === line[last]?.[0] && line[0]?.[1] === line[last]?.[1]
  const soft = line.map(([x, y], at): OutlinePoint => {
    const end = at === 0 || at === last
    if (end && !closed) return [x, y]
    const [beforeX, beforeY] = line[at === 0 ? last - 1 : at - 1] ?? [x, y]
    const [afterX, afterY] = line[at === last ? 1 : at + 1] ?? [x, y]
    return [(beforeX + 2 * x + afterX) / 4, (beforeY + 2 * y + afterY) / 4]
  })
  return soft
}
