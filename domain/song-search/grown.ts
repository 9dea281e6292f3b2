/** The same numbers in twice the room. */
export function grown<T extends Uint8Array | Uint16Array | Uint32Array>(list: T): T {
  const more = new (list.constructor as new (length: number) => T)(list.length * 2)
  more.set(list)
  return more
}
