/** The same numbers with half as much room again. */
export function grown<T extends Uint8Array | Uint16Array | Uint32Array>(list: T): T {
  const more = new (list.constructor as new (length: number) => T)(Math.ceil(list.length * 1.5))
  more.set(list)
  return more
}
