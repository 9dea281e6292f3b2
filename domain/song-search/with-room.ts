/** The list itself where so many numbers find room in it, else the same numbers in at least half as much room again. */
export function withRoom<T extends Uint8Array | Uint16Array | Uint32Array>(
  list: T,
  needed: number,
): T {
  if (needed <= list.length) return list
  const length = Math.max(needed, Math.ceil(list.length * 1.5))
  const more = new (list.constructor as new (length: number) => T)(length)
  more.set(list)
  return more
}
