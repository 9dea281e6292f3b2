/** How fast new sockets may come from each address. */
export type ArrivalRate = {
  /** Counts one arrival; false where the address comes too fast. */
  admits(address: string): boolean
  /** Drops the addresses that have their whole allowance back. */
  forgetRested(): void
}

type Bucket = { left: number; at: number }

/** A token bucket for each address: `atOnce` at first, then `perSecond`. */
export function makeArrivalRate(deps: {
  perSecond: number
  atOnce: number
  /** Milliseconds. */
  now: () => number
}): ArrivalRate {
  const { perSecond, atOnce, now } = deps
  const buckets = new Map<string, Bucket>()

  function leftNow(bucket: Bucket): number {
    return Math.min(atOnce, bucket.left + ((now() - bucket.at) / 1_000) * perSecond)
  }

  return {
    admits(address) {
      const bucket = buckets.get(address) ?? { left: atOnce, at: now() }
      const left = leftNow(bucket)
      const admitted = left >= 1
      buckets.set(address, { left: admitted ? left - 1 : left, at: now() })
      return admitted
    },
    forgetRested() {
      for (const [address, bucket] of buckets) {
        if (leftNow(bucket) >= atOnce) buckets.delete(address)
      }
    },
  }
}
