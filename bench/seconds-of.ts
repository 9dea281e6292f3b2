/** The time of a piece of work; `cpu`: of this process, which has the embedded database in it. */
export type Seconds = { readonly wall: number; readonly cpu: number }

/** Runs `count` pieces of work, `atOnce` at a time; returns the time of all of them. */
export async function secondsOf(
  count: number,
  atOnce: number,
  work: (turn: number) => Promise<unknown>,
): Promise<Seconds> {
  let turn = 0
  const cpu = process.cpuUsage()
  const began = performance.now()
  const worker = async () => {
    while (turn < count) await work(turn++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const wall = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpu)
  return { wall, cpu: (user + system) / 1_000_000 }
}

export function sumOf(parts: readonly Seconds[]): Seconds {
  return {
    wall: parts.reduce((sum, { wall }) => sum + wall, 0),
    cpu: parts.reduce((sum, { cpu }) => sum + cpu, 0),
  }
}

/** The median of each figure by itself. */
export function medianOf(tries: readonly Seconds[]): Seconds {
  const middle = (numbers: number[]) =>
    numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
  return { wall: middle(tries.map(({ wall }) => wall)), cpu: middle(tries.map(({ cpu }) => cpu)) }
}
