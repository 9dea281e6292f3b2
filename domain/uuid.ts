/** As our own calls write it: in lower case. */
export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u
const RANDOM = /^[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u

/** In letters of any case. */
export function isUuid(text: string): boolean {
  return UUID.test(text.toLowerCase())
}

/** Whether nobody can guess this key of a request: who has such a one made it himself. Shorter ones of other programs could be somebody else's too. */
export function isUnguessable(key: string): boolean {
  return RANDOM.test(key.toLowerCase())
}
