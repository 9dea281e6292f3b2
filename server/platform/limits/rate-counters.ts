/** How often something may be done, for each key. */
export type Rate = { readonly points: number; readonly seconds: number }

/** Counts what is spent of a rate in its window of time, which begins with the first point. */
export type Allowances = {
  /** Spends one point of the key: 0, or the milliseconds until there are points again. A key goes with one rate. */
  spend(key: string, rate: Rate): Promise<number>
}
