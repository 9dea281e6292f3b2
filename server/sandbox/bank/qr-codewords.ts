/** Codes of level M (a seventh of them may be unreadable), text as UTF-8 bytes, versions 1 to 10. */
type Version = { readonly version: number; readonly blocks: number; readonly check: number }

// ISO/IEC 18004, table 9: how many blocks a version has and how many check bytes each of them.
const VERSIONS: readonly Version[] = [
  [1, 10],
  [1, 16],
  [1, 26],
  [2, 18],
  [2, 24],
  [4, 16],
  [4, 18],
  [4, 22],
  [5, 22],
  [5, 26],
].map(([blocks = 0, check = 0], at) => ({ version: at + 1, blocks, check }))

const BYTE_MODE = 0b0100
const PADDING = [0xec, 0x11] as const
/** x⁸ + x⁴ + x³ + x² + 1 */
const FIELD = 0x11d

/** Modules of a version that hold data and checks, without the fixed patterns. */
function dataModules(version: number): number {
  const all = (16 * version + 128) * version + 64
  if (version === 1) return all
  const marks = Math.floor(version / 7) + 2
  const withoutMarks = all - ((25 * marks - 10) * marks - 55)
  return version < 7 ? withoutMarks : withoutMarks - 36
}

/**
 * The bytes of a code in the order in which they are drawn. Throws RangeError where the text does not fit
 * (213 bytes do).
 */
export function codewordsOf(text: string): { version: number; codewords: readonly number[] } {
  const bytes = [...Buffer.from(text, 'utf8')]
  for (const { version, blocks, check } of VERSIONS) {
    const total = Math.floor(dataModules(version) / 8)
    const room = total - blocks * check
    const bits = headed(bytes, version < 10 ? 8 : 16)
    if (bits.length <= room * 8)
      return { version, codewords: interleaved(padded(bits, room), blocks, check) }
  }
  throw new RangeError(`Too long for a code: ${bytes.length} bytes`)
}

function bitsOf(value: number, length: number): number[] {
  return Array.from({ length }, (_, at) => (value >>> (length - 1 - at)) & 1)
}

function headed(bytes: readonly number[], lengthBits: number): number[] {
  const head = [...bitsOf(BYTE_MODE, 4), ...bitsOf(bytes.length, lengthBits)]
  return [...head, ...bytes.flatMap((byte) => bitsOf(byte, 8))]
}

function padded(bits: number[], room: number): number[] {
  const ended = [...bits, ...Array<number>(Math.min(4, room * 8 - bits.length)).fill(0)]
  while (ended.length % 8 !== 0) ended.push(0)
  const bytes: number[] = []
  for (let at = 0; at < ended.length; at += 8)
    bytes.push(Number.parseInt(ended.slice(at, at + 8).join(''), 2))
  for (let at = 0; bytes.length < room; at++) bytes.push(PADDING[at % 2] ?? 0)
  return bytes
}

function times(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * FIELD)
    product ^= ((b >>> bit) & 1) * a
  }
  return product
}

function generator(degree: number): number[] {
  const factors = [...Array<number>(degree - 1).fill(0), 1]
  let root = 1
  for (let at = 0; at < degree; at++) {
    for (let place = 0; place < degree; place++)
      factors[place] = times(factors[place] ?? 0, root) ^ (factors[place + 1] ?? 0)
    root = times(root, 2)
  }
  return factors
}

function checkBytes(block: readonly number[], divisor: readonly number[]): number[] {
  const rest = divisor.map(() => 0)
  for (const byte of block) {
    const factor = byte ^ (rest.shift() ?? 0)
    rest.push(0)
    divisor.forEach((term, at) => (rest[at] = (rest[at] ?? 0) ^ times(term, factor)))
  }
  return rest
}

/** The blocks with their checks, one byte of each block after the other; the last blocks may be one longer. */
function interleaved(bytes: readonly number[], blocks: number, check: number): number[] {
  const short = Math.floor(bytes.length / blocks)
  const longOnes = bytes.length % blocks
  const divisor = generator(check)
  const parts = Array.from({ length: blocks }, (_, at) => {
    const before = Math.max(0, at - (blocks - longOnes))
    const length = short + (at >= blocks - longOnes ? 1 : 0)
    return bytes.slice(at * short + before, at * short + before + length)
  })
  const checks = parts.map((part) => checkBytes(part, divisor))
  const across = (rows: readonly number[][], length: number) =>
    Array.from({ length }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat()
  return [...across(parts, short + 1), ...across(checks, check)]
}
