import { codewordsOf } from './qr-codewords.ts'

/** Rows of modules, true is dark. */
export type Matrix = readonly (readonly boolean[])[]

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** The code of a text (ISO/IEC 18004) without its quiet zone. Throws RangeError above 213 bytes. */
export function qrMatrix(text: string): Matrix {
  const { version, codewords } = codewordsOf(text)
  const drawn = MASKS.map((_, mask) => drawWith(mask, version, codewords))
  return drawn.reduce((best, other) => (ugliness(other) < ugliness(best) ? other : best))
}

function drawWith(mask: number, version: number, codewords: readonly number[]): Matrix {
  const size = version * 4 + 17
  const dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const fixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const set = (x: number, y: number, on: boolean) => {
    const row = dark[y]
    const kept = fixed[y]
    if (row === undefined || kept === undefined || x < 0 || x >= size) return
    row[x] = on
    kept[x] = true
  }
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawSquares(set, { x, y, reach: 4, light: [2, 4] })
  drawMarks(set, version, size)
  drawFormat(set, mask, size)
  if (version >= 7) drawVersion(set, version, size)
  drawData({ dark, fixed, codewords, masked: MASKS[mask] ?? (() => false) })
  return dark
}

type Set = (x: number, y: number, on: boolean) => void

/** A square of rings around its middle; the rings in `light` are light. */
function drawSquares(
  set: Set,
  { x, y, reach, light }: { x: number; y: number; reach: number; light: readonly number[] },
): void {
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++)
      set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
}

function drawMarks(set: Set, version: number, size: number): void {
  if (version === 1) return
  const last = size - 7
  const places = version < 7 ? [6, last] : [6, (6 + last) / 2, last]
  for (const x of places)
    for (const y of places) {
      // Three corners have their big squares there already.
      const taken = (x === 6 && (y === 6 || y === last)) || (x === last && y === 6)
      if (!taken) drawSquares(set, { x, y, reach: 2, light: [1] })
    }
}

function checked(value: number, { by, bits }: { by: number; bits: number }): number {
  let rest = value
  for (let at = 0; at < bits; at++) rest = (rest << 1) ^ ((rest >>> (bits - 1)) * by)
  return (value << bits) | rest
}

function drawFormat(set: Set, mask: number, size: number): void {
  // Level M is 00, so that the mask stands alone.
  const bits = checked(mask, { by: 0x537, bits: 10 }) ^ 0x5412
  const bit = (at: number) => ((bits >>> at) & 1) === 1
  for (let at = 0; at < 15; at++) {
    const down = at < 6 ? at : at < 8 ? at + 1 : size - 15 + at
    const along = at < 8 ? size - 1 - at : at === 8 ? 7 : 14 - at
    set(8, down, bit(at))
    set(along, 8, bit(at))
  }
  set(8, size - 8, true)
}

function drawVersion(set: Set, version: number, size: number): void {
  const bits = checked(version, { by: 0x1f25, bits: 12 })
  for (let at = 0; at < 18; at++) {
    const on = ((bits >>> at) & 1) === 1
    const far = size - 11 + (at % 3)
    const near = Math.floor(at / 3)
    set(far, near, on)
    set(near, far, on)
  }
}

function drawData(code: {
  dark: boolean[][]
  fixed: readonly (readonly boolean[])[]
  codewords: readonly number[]
  masked: (x: number, y: number) => boolean
}): void {
  const { dark, fixed, codewords, masked } = code
  const size = dark.length
  let at = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step
        const row = dark[y]
        if (row === undefined || fixed[y]?.[x] === true) continue
        const byte = codewords[at >>> 3] ?? 0
        row[x] = (((byte >>> (7 - (at & 7))) & 1) === 1) !== masked(x, y)
        at++
      }
  }
}

/** Long runs and squares of one colour, and how far it is from half dark: what is hard to read. */
function ugliness(matrix: Matrix): number {
  const size = matrix.length
  const columns = matrix.map((_, x) => matrix.map((row) => row[x] === true))
  const runs = [...matrix, ...columns].reduce((sum, line) => sum + runsOf(line), 0)
  let squares = 0
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const corner = matrix[y]?.[x]
      const same = [matrix[y]?.[x - 1], matrix[y - 1]?.[x], matrix[y - 1]?.[x - 1]]
      if (same.every((one) => one === corner)) squares += 3
    }
  const share = matrix.flat().filter(Boolean).length / (size * size)
  return runs + squares + Math.floor(Math.abs(share - 0.5) * 20) * 10
}

function runsOf(line: readonly boolean[]): number {
  let sum = 0
  let run = 0
  line.forEach((on, at) => {
    run = at > 0 && on === line[at - 1] ? run + 1 : 1
    if (run === 5) sum += 3
    else if (run > 5) sum++
  })
  return sum
}
