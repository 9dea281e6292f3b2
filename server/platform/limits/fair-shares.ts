/** A number of places, each taken by a holder. */
export type FairShares = {
  /**
   * Takes a place, and returns the function that frees it; null where the holder has as many as are free, so that a
   * new holder always finds some.
   */
  take(holder: string): (() => void) | null
  free(): number
  heldBy(holder: string): number
}

/** `each`: the most that one holder gets, however many are free. */
export function makeFairShares(total: number, each = Infinity): FairShares {
  const held = new Map<string, number>()
  let free = total
  const heldBy = (holder: string) => held.get(holder) ?? 0

  function leave(holder: string): void {
    free += 1
    const left = heldBy(holder) - 1
    if (left > 0) held.set(holder, left)
    else held.delete(holder)
  }

  return {
    take(holder) {
      const own = heldBy(holder)
      if (own >= each || own >= free) return null
      held.set(holder, own + 1)
      free -= 1
      return () => leave(holder)
    },
    free: () => free,
    heldBy,
  }
}
