/** How many are written to before everybody else has their turn: about four milliseconds. */
const TURN = 500

export type Round = { stop(): void }

/**
 * Does something for each of many, letting the rest of the process in between: ten thousand writes take a tenth of a
 * second, in which no order would be taken. Who joins meanwhile is not visited, who left is not either. `done` is called
 * after the last one, and never after `stop`.
 */
export function inTurns<T>(all: ReadonlySet<T>, act: (one: T) => void, done?: () => void): Round {
  let next: NodeJS.Immediate | undefined
  if (all.size <= TURN) {
    for (const one of all) act(one)
    done?.()
    return { stop: () => {} }
  }
  const line = [...all]
  let at = 0
  const turn = () => {
    const end = Math.min(at + TURN, line.length)
    for (; at < end; at += 1) {
      const one = line[at]
      if (one !== undefined && all.has(one)) act(one)
    }
    if (at < line.length) next = setImmediate(turn)
    else done?.()
  }
  turn()
  return { stop: () => clearImmediate(next) }
}
