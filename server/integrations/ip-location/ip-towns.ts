/** A town at the middle of which a map may begin; degrees, rounded to a hundredth. */
export type IpTown = { name: string; latitude: number; longitude: number }

/** Blocks of addresses (a /24 of IPv4, a /48 of IPv6) that lie in one town, told by its place in the list. */
export type IpRange = { start: number; length: number; town: number }

type IpTowns = { towns: readonly IpTown[]; v4: readonly IpRange[]; v6: readonly IpRange[] }

/** Finds the town of a block, or null. */
export type IpTownTable = { inV4(block: number): IpTown | null; inV6(block: number): IpTown | null }

const MAGIC = 'bis ip towns 1'

/** The bytes of a table: a line of JSON, then how far each range lies from the one before it. */
export function packIpTowns({ towns, v4, v6 }: IpTowns): Buffer {
  const head = JSON.stringify({
    magic: MAGIC,
    towns: towns.map(({ name, latitude, longitude }) => [name, latitude, longitude]),
    v4: v4.length,
    v6: v6.length,
  })
  const numbers: number[] = []
  for (const ranges of [v4, v6]) {
    let end = 0
    for (const { start, length, town } of ranges) {
      numbers.push(start - end, length - 1, town)
      end = start + length
    }
  }
  return Buffer.concat([Buffer.from(`${head}\n`), Buffer.from(numbers.flatMap(sevens))])
}

/** Seven bits to a byte, the lowest first; the eighth says that more follow. */
function sevens(number: number): number[] {
  const bytes: number[] = []
  let rest = number
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return [...bytes, rest]
}

type Head = { magic: string; towns: [string, number, number][]; v4: number; v6: number }

/** Reads what packIpTowns wrote. @throws where the bytes are none of its. */
export function openIpTowns(bytes: Buffer): IpTownTable {
  const end = bytes.indexOf('\n')
  const head = JSON.parse(bytes.toString('utf8', 0, end)) as Head
  if (head.magic !== MAGIC) throw new Error('no table of towns')
  const towns = head.towns.map(([name, latitude, longitude]) => ({ name, latitude, longitude }))
  let at = end + 1

  function number(): number {
    let [value, weight] = [0, 1]
    for (; ; weight *= 128) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('the table of towns is cut short')
      value += (byte % 128) * weight
      if (byte < 128) return value
    }
  }

  /** Starts and ends beside each other; 48 bits fit into a double whole. */
  function ranges(count: number) {
    const edges = new Float64Array(count * 2)
    const places = new Uint16Array(count)
    let last = 0
    for (let index = 0; index < count; index++) {
      const start = last + number()
      last = start + number() + 1
      edges.set([start, last], index * 2)
      places[index] = number()
    }
    return (block: number): IpTown | null => {
      let [low, high] = [0, count]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((edges[middle * 2 + 1] ?? 0) <= block) low = middle + 1
        else high = middle
      }
      const inside = low < count && (edges[low * 2] ?? Infinity) <= block
      return inside ? (towns[places[low] ?? -1] ?? null) : null
    }
  }

  return { inV4: ranges(head.v4), inV6: ranges(head.v6) }
}
