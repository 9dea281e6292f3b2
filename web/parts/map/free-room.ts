/** Edges on the screen, pixels. */
export type ScreenBox = { left: number; right: number; top: number; bottom: number }

const meet = (one: ScreenBox, other: ScreenBox) =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom

/** Those that find room, in the order given: each one that would lie over an earlier one, or over what stands there already, is left out. */
export function freeRoom<One>(
  all: readonly One[],
  boxOf: (one: One) => ScreenBox,
  standing: readonly ScreenBox[] = [],
): One[] {
  const taken = [...standing]
  return all.filter((one) => {
    const box = boxOf(one)
    if (taken.some((other) => meet(box, other))) return false
    taken.push(box)
    return true
  })
}
